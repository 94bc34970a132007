import type { TextInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { UsedValueEntity, UsedValueField } from '@bobina/contract/system/used-values.ts';
import { api } from '../../lib/api/api.ts';
import { useFormHere } from './form-context.ts';
import type { Named } from './fields.tsx';
import { OfferingInput, type Offer } from './OfferingInput.tsx';

interface Used<E extends UsedValueEntity> {
  entity: E;
  /** Offered before the used texts. */
  usual?: readonly Offer[];
}

/** A text input that offers what the field `field` of `entity` held in earlier records. They are read with the first focus. */
export function UsedTextInput<E extends UsedValueEntity>({
  entity,
  field,
  usual = [],
  ...rest
}: Used<E> & { field: UsedValueField<E> } & Omit<TextInputProps, 'list'>) {
  const [isEntered, setEntered] = useState(false);
  // Without an answer it is a plain text field, so a failure needs no message.
  const used = useQuery({ ...api.usedValues.list.query({ entity, field }), enabled: isEntered });
  const others = (used.data ?? []).filter((value) => !usual.some((offer) => offer.value === value));
  const offers = [...usual, ...others.map((value) => ({ value }))];
  return (
    <div onFocus={() => setEntered(true)}>
      <OfferingInput {...rest} offers={offers} />
    </div>
  );
}

/** A UsedTextInput bound to the surrounding form, where the field has the same name as in the records. */
export function UsedTextField<E extends UsedValueEntity>({
  name,
  entity,
  ...rest
}: Named & Used<E> & { name: UsedValueField<E> } & Omit<TextInputProps, 'form' | 'name' | 'label'>) {
  const form = useFormHere();
  return (
    <UsedTextInput
      key={form.key(name)}
      {...form.getInputProps(name)}
      name={name}
      entity={entity}
      field={name}
      {...rest}
    />
  );
}
