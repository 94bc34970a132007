import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { isCodiceFiscale, isItalianProvince, noticesOf } from '@bobina/contract/registry/party.rules.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';

interface Props {
  field: 'vat_number' | 'tax_code' | 'codice_destinatario' | 'province' | 'zip_code';
  text: string;
}

/** Says what looks wrong in a field of a customer or supplier. The server accepts it, so the note refuses nothing. */
export function PartyNote({ field, text }: Props) {
  const { t } = useTranslation('registry');
  const country = useFieldValue<string | null>('country') ?? '';
  const code = useFieldValue<string | null>('country_code') || null;
  const pec = useFieldValue<string | null>('codice_invio_elettronico');
  const isItalian = countryOf({ country, country_code: code }) === 'IT';
  const found = noticesOf({
    vat_number: '',
    zip_code: '',
    province: '',
    country,
    country_code: code,
    [field]: text,
  }).some(({ path }) => path === field);
  const isWrong = {
    vat_number: found,
    zip_code: found,
    province: isItalian && !isItalianProvince(text),
    tax_code: isItalian && !isCodiceFiscale(text),
    codice_destinatario: isItalian && text === '' && !pec,
  }[field];
  if (!isWrong) return null;
  const isOfWrongLength = field === 'vat_number' && isItalian && text.replaceAll(/\D/g, '').length !== 11;
  return (
    <Text component="output" display="block" size="xs" mt={4} c="var(--bobina-on-light-yellow)">
      {t(`party.note.${isOfWrongLength ? 'vat_digits' : field}`)}
    </Text>
  );
}
