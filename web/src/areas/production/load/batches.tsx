import { Badge } from '@mantine/core';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { EMPTY } from '../../../lib/formats.ts';

/** The first batch, and the last where there are several; a dash where the product has none. */
export function batchesOf({ has_batch, batch_number, last_batch_number }: ProductionItem): string | null {
  return has_batch ? [...new Set([batch_number, last_batch_number].filter(Boolean))].join(' … ') || null : null;
}

export function BatchBadge({ item }: { item: ProductionItem }) {
  const batches = batchesOf(item);
  return batches ? (
    <Badge color="gray" maw="100%">
      {batches}
    </Badge>
  ) : (
    <>{EMPTY}</>
  );
}
