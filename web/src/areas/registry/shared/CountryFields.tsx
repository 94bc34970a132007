import { Text } from '@mantine/core';
import { useRef, type ChangeEvent, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { NotedField } from '../../../ui/form/NotedField.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { useFormHere } from '../../../ui/form/form-context.ts';

/** The fields of a country and of its ISO code. The code follows the name, unless the user gave it another. */
export function CountryFields({
  labels,
  isRequired = false,
}: {
  labels: [name: string, code: string];
  isRequired?: boolean;
}) {
  const { t } = useTranslation('registry');
  const form = useFormHere();
  /** The code when the name was entered; null for another than the name's, which stays. */
  const followed = useRef<string | null>(null);
  const read = (field: string) => String(form.getValues()[field] ?? '').trim();
  const input = form.getInputProps('country');
  return (
    <>
      <NotedField
        name="country"
        isOfStored
        note={(country) =>
          countryOf({ country, country_code: read('country_code') || null }) === null && (
            <Text component="output" display="block" size="xs" mt={4} c="var(--bobina-on-light-yellow)">
              {t('party.note.country')}
            </Text>
          )
        }
      >
        <TextField
          name="country"
          label={labels[0]}
          required={isRequired}
          onFocus={(event: FocusEvent<HTMLInputElement>) => {
            input.onFocus?.(event);
            const code = read('country_code').toUpperCase();
            const isOfName = code === '' || code === countryOf({ country: read('country'), country_code: null });
            followed.current = isOfName ? code : null;
          }}
          onChange={(event: ChangeEvent<HTMLInputElement>) => {
            input.onChange(event);
            if (followed.current === null) return;
            const code = countryOf({ country: event.currentTarget.value, country_code: null });
            form.setFieldValue('country_code', code ?? followed.current);
          }}
        />
      </NotedField>
      <TextField name="country_code" label={labels[1]} placeholder={t('party.country_codeHint')} maxLength={2} />
    </>
  );
}
