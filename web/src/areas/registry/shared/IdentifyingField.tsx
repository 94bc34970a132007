import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { foldForSearch } from '../../../lib/fold-for-search.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { TextField } from '../../../ui/form/fields.tsx';
import { NotedField } from '../../../ui/form/NotedField.tsx';
import { PartyNote } from './CheckedField.tsx';
import { NamedParties } from './NamedParties.tsx';

/** Loads after the form: the comparison of names is not needed to show it. */
const NearNames = deferred(async () => (await import('./NearNames.tsx')).NearNames);

interface Props {
  kind: 'customer' | 'supplier';
  field: 'business_name' | 'vat_number';
  /** The id of the party in the form. */
  own: number | undefined;
}
const FIELDS = 'id,business_name,city,vat_number';
/** The rows that are read, one of which may be the party itself. */
const MOST = 5;

/** A field whose text identifies a customer or supplier: below it, the others with the same text or a similar name are named. */
export function IdentifyingField({ kind, field, own }: Props) {
  const { t } = useTranslation('registry');
  return (
    <NotedField
      name={field}
      isOfStored={field === 'vat_number'}
      note={(text) => (
        <>
          {field === 'vat_number' && <PartyNote field={field} text={text} />}
          <SameParties kind={kind} field={field} own={own} text={text} />
        </>
      )}
    >
      <TextField name={field} label={t(`party.${field}`)} required />
    </NotedField>
  );
}

/** Names the other active parties with the same business name or VAT number, or else those with a similar name. */
function SameParties({ kind, field, own, text }: Props & { text: string }) {
  const { t } = useTranslation('registry');
  const wanted = KEYS[field](text);
  const list = kind === 'customer' ? api.customers.list : api.suppliers.list;
  const { data } = useQuery({
    ...list.query({
      query: {
        q: field === 'vat_number' ? wanted : text,
        best_first: true,
        limit: MOST,
        fields: FIELDS,
        ...(kind === 'customer' && { is_active: true }),
      },
    }),
    enabled: wanted !== '',
  });
  const same = data?.rows.filter((row) => row.id !== own && KEYS[field](row[field]) === wanted) ?? [];
  if (same.length === 0 && field === 'business_name' && data) return <NearNames kind={kind} own={own} text={text} />;
  const parties = same.map(({ id, business_name, city, vat_number }) => ({
    id,
    text: [business_name, city, vat_number].join(' · '),
  }));
  return <NamedParties kind={kind} title={t('party.exists')} parties={parties} />;
}

/** The form in which two values of a field are compared. A VAT number is often written with or without its country. */
const KEYS = {
  business_name: (text: string) => foldForSearch(text).replaceAll(/\s+/g, ' ').trim(),
  vat_number: (text: string) =>
    text
      .toUpperCase()
      .replaceAll(/[^A-Z\d]/g, '')
      .replace(/^[A-Z]{2}(?=\d)/, ''),
};
