import {
  Checkbox,
  PasswordInput,
  Select,
  Textarea,
  TextInput,
  type CheckboxProps,
  type PasswordInputProps,
  type SelectProps,
  type TextareaProps,
  type TextInputProps,
} from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormHere } from './form-context.ts';

/** A field of the form around it, by the name that it has on the wire. */
type Named = { name: string; label: string };

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

export function PasswordField({ name, ...rest }: Named & Omit<PasswordInputProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- what Mantine types as any
  const props = form.getInputProps(name) as Record<string, any>;
  // Mantine leaves the inner field of a refused password unmarked.
  return (
    <PasswordInput
      key={form.key(name)}
      {...props}
      {...(props['error'] && { 'aria-invalid': true })}
      {...usePasswordToggle()}
      name={name}
      {...rest}
    />
  );
}
/** The name and the Tab stop that Mantine's show/hide toggle lacks. */
export function usePasswordToggle() {
  const { t } = useTranslation();
  return { visibilityToggleButtonProps: { 'aria-label': t('form.showPassword'), tabIndex: 0 } };
}

export function SelectField({ name, ...rest }: Named & Omit<SelectProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  const { t } = useTranslation();
  return (
    <Select
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

export function CheckField({ name, ...rest }: Named & Omit<CheckboxProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  return <Checkbox key={form.key(name)} {...form.getInputProps(name, { type: 'checkbox' })} name={name} {...rest} />;
}
