import type { SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { SelectField } from '../../../ui/form/fields.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';

/** One of the VAT codes, by its code. A code that is in no register any more stays shown. */
export const VatCodeField = ({
  name,
  ...rest
}: { name: string; label: string } & Pick<SelectProps, 'description' | 'inputWrapperOrder'>) => {
  const formats = useFormats();
  const { data } = useQuery(api.vatCodes.list.query({}));
  const value = useFieldValue<string | null>(name);
  const codes = (data?.rows ?? []).map(({ code, rate, description }) => ({
    value: code,
    label: [`${code} · ${formats.percent(rate)}`, description].filter(Boolean).join(' · '),
  }));
  const isKnown = !value || codes.some((code) => code.value === value);
  return (
    <SelectField
      {...rest}
      name={name}
      data={isKnown ? codes : [{ value, label: value }, ...codes]}
      searchable
      clearable
    />
  );
};
