import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { namedBy } from '@bobina/contract/core/read-scan.ts';
import { api } from '../../../lib/api/api.ts';
import { LinkAnchor } from '../../../ui/link.tsx';

/** Links the batches that a text without matching products names: the number of a batch may be typed or scanned as a code. */
export function NamedBatches({ text }: { text: string }) {
  const { t } = useTranslation('stock');
  const found = useQuery(api.search.find.query({ query: { q: namedBy(text) } }));
  const batches = (found.data ?? []).filter(({ kind, is_exact }) => is_exact && (kind === 'batch' || kind === 'reel'));
  if (batches.length === 0) return null;
  return (
    <Group justify="center" gap="xs" pb="xl">
      <Text size="sm">{t('levels.namedBatches', { count: batches.length })}</Text>
      {batches.map(
        ({ kind, id, code, label, path }) =>
          path !== null && (
            <LinkAnchor key={`${kind} ${id}`} to={path} size="sm" underline="always">
              {[code, label].filter(Boolean).join(' · ')}
            </LinkAnchor>
          ),
      )}
    </Group>
  );
}
