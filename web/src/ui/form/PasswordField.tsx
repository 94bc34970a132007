import { PasswordInput, type PasswordInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Named } from './fields.tsx';
import { useFormHere } from './form-context.ts';

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
