import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { NamedParties } from '../shared/NamedParties.tsx';

/** The rows that are read: codes that contain the text come after the one that is the text. */
const MOST = 5;

/** Names the product that has a typed code already. @param own the id of the product in the form */
export function SameCode({ text, own }: { text: string; own: number | undefined }) {
  const { t } = useTranslation('registry');
  const query = { q: text, best_first: true, limit: MOST, fields: 'id,code,description' };
  const { data } = useQuery(api.products.list.query({ query }));
  const same = data?.rows.filter(({ id, code }) => id !== own && code.toLowerCase() === text.toLowerCase()) ?? [];
  const named = same.map(({ id, code, description }) => ({ id, text: `${code} · ${description}` }));
  return <NamedParties kind="product" title={t('party.exists')} parties={named} />;
}
