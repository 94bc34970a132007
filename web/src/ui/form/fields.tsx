import { Textarea, TextInput, type SelectProps, type TextareaProps, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormHere } from './form-context.ts';
import FullSelect from './FullSelect.tsx';

/** Props of a field of the surrounding form. `name` is the field name on the wire. */
export type Named = { name: string; label: string };

/** A text input bound to the surrounding form. */
export function TextField({ name, ...rest }: Named & Omit<TextInputProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  return (
    <TextInput
      key={form.key(name)}
      {...form.getInputProps(name)}
      name={name}
      maxLength={200}
      autoComplete="off"
      {...rest}
    />
  );
}

/** A text area bound to the surrounding form. */
export function TextAreaField({ name, ...rest }: Named & Omit<TextareaProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  return (
    <Textarea
      key={form.key(name)}
      {...form.getInputProps(name)}
      name={name}
      autosize
      minRows={2}
      maxRows={10}
      maxLength={10_000}
      {...rest}
    />
  );
}

/** A select bound to the surrounding form. */
export function SelectField({ name, ...rest }: Named & Omit<SelectProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  const { t } = useTranslation();
  return (
    <FullSelect
      key={form.key(name)}
      {...form.getInputProps(name)}
      placeholder={t('form.pick')}
      {...(rest.clearable && {
        clearButtonProps: { 'aria-label': t('action.clear') },
        rightSection: undefined,
        rightSectionPointerEvents: 'all',
      })}
      {...rest}
    />
  );
}
