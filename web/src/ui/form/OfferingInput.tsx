import { TextInput, type TextInputProps } from '@mantine/core';
import { useId } from 'react';
import { useFormHere } from './form-context.ts';
import type { Named } from './fields.tsx';

export interface Offer {
  value: string;
  /** What the text means, for texts that are codes. */
  label?: string;
}

/** A text input that offers texts. Any other text may be typed. */
export function OfferingInput({ offers, ...rest }: { offers: readonly Offer[] } & Omit<TextInputProps, 'list'>) {
  const list = useId();
  return (
    <>
      <TextInput maxLength={200} autoComplete="off" {...rest} list={list} />
      {/* The browser's own suggestions: the combobox of the library would be part of every first load. */}
      <datalist id={list}>
        {offers.map(({ value, label = value }) => (
          <option key={value} value={value} label={label} aria-label={label} />
        ))}
      </datalist>
    </>
  );
}

/** An OfferingInput bound to the surrounding form. */
export function OfferingField({
  name,
  ...rest
}: Named & { offers: readonly Offer[] } & Omit<TextInputProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  return <OfferingInput key={form.key(name)} {...form.getInputProps(name)} name={name} {...rest} />;
}
