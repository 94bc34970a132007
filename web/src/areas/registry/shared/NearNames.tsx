import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { NamedParties } from './NamedParties.tsx';
import { areNear, namingWords } from './near-names.ts';

interface Props {
  kind: 'customer' | 'supplier';
  /** The id of the party in the form. */
  own: number | undefined;
  text: string;
}

/** Names customers or suppliers whose business name differs only in its legal form, its separators or a typing mistake. */
export function NearNames({ kind, own, text }: Props) {
  const { t } = useTranslation('registry');
  const q = namingWords(text).join(' ');
  const { data } = useQuery({ ...api.search.find.query({ query: { q, similar: 'true' } }), enabled: q !== '' });
  const near = data?.filter((row) => row.kind === kind && row.id !== own && areNear(text, row.label)) ?? [];
  const parties = near.map(({ id, label, detail }) => ({ id, text: detail ? `${label} · ${detail}` : label }));
  return <NamedParties kind={kind} title={t('party.near')} parties={parties} />;
}
