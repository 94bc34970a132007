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

/** Props of a field of the surrounding form. `name` is the field name on the wire. */
type Named = { name: string; label: string };

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

/** A password input bound to the surrounding form. */
export function PasswordField({ name, ...rest }: Named & Omit<PasswordInputProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- Mantine types it as any
  const props = form.getInputProps(name) as Record<string, any>;
  // Mantine does not set aria-invalid on the inner input of a password field.
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
/** Adds the accessible name and the Tab stop that Mantine's visibility toggle lacks. */
export function usePasswordToggle() {
  const { t } = useTranslation();
  return { visibilityToggleButtonProps: { 'aria-label': t('form.showPassword'), tabIndex: 0 } };
}

/** A select bound to the surrounding form. */
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

/** A checkbox bound to the surrounding form. */
export function CheckField({ name, ...rest }: Named & Omit<CheckboxProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  return <Checkbox key={form.key(name)} {...form.getInputProps(name, { type: 'checkbox' })} name={name} {...rest} />;
}
