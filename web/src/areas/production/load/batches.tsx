import { Badge } from '@mantine/core';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { EMPTY } from '../../../lib/formats.ts';

/** Returns the first batch and, if there are several, the last one; null when the product has no batches. */
export function batchesOf({ has_batch, batch_number, last_batch_number }: ProductionItem): string | null {
  return has_batch ? [...new Set([batch_number, last_batch_number].filter(Boolean))].join(' … ') || null : null;
}

/** Shows the batches of an item as a badge, or a dash. */
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
