import { Checkbox, type CheckboxProps } from '@mantine/core';
import type { Named } from './fields.tsx';
import { useFormHere } from './form-context.ts';

/** A checkbox bound to the surrounding form. */
export function CheckField({ name, ...rest }: Named & Omit<CheckboxProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  return <Checkbox key={form.key(name)} {...form.getInputProps(name, { type: 'checkbox' })} name={name} {...rest} />;
}
