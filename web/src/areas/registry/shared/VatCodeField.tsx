import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { ChoiceField } from '../../../ui/form/Picker.tsx';
import type { PickerLook } from '../../../ui/form/PickerBox.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';

/** Shows a select of the VAT codes. A stored code that was deleted stays selectable. */
export function VatCodeField({ name, ...rest }: { name: string; label: string } & Pick<PickerLook, 'description'>) {
  const formats = useFormats();
  const { data, isFetching } = useQuery(api.vatCodes.list.query({}));
  const value = useFieldValue<string | null>(name);
  const codes = (data?.rows ?? []).map(({ code, rate, description }) => ({
    value: code,
    label: [`${code} · ${formats.percent(rate)}`, description].filter(Boolean).join(' · '),
  }));
  const isKnown = !value || codes.some((code) => code.value === value);
  return (
    <ChoiceField
      {...rest}
      name={name}
      data={isKnown ? codes : [{ value, label: value }, ...codes]}
      isLoading={isFetching}
    />
  );
}
