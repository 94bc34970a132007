import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { areNear, namingWords } from './near-names.ts';

interface Props {
  kind: 'customer' | 'supplier';
  /** The id of the party in the form. */
  own: number | undefined;
  text: string;
}
const MOST_NAMED = 3;

/** Names customers or suppliers whose business name differs only in its legal form, its separators or a typing mistake. */
export function NearNames({ kind, own, text }: Props) {
  const { t } = useTranslation('registry');
  const q = namingWords(text).join(' ');
  const { data } = useQuery({ ...api.search.find.query({ query: { q, similar: 'true' } }), enabled: q !== '' });
  const near = data?.filter((row) => row.kind === kind && row.id !== own && areNear(text, row.label)) ?? [];
  if (near.length === 0) return null;
  return (
    <Text component="output" display="block" size="xs" mt={4}>
      {t('party.near')}{' '}
      {near.slice(0, MOST_NAMED).map(({ id, label, detail }, index) => (
        <Fragment key={id}>
          {index > 0 && '; '}
          <EntityLink kind={kind} id={id} text={detail ? `${label} · ${detail}` : label} />
        </Fragment>
      ))}
    </Text>
  );
}
