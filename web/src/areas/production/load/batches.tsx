import { Badge } from '@mantine/core';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { EMPTY } from '../../../lib/formats.ts';
import classes from './load.module.css';

const BETWEEN = ' … ';

/** Returns the first batch and, if there are several, the last one; null when the product has no batches. */
export function batchesOf(item: ProductionItem): string | null {
  return numbersOf(item).join(BETWEEN) || null;
}

/** Shows the batches of an item as a badge, or a dash. */
export function BatchBadge({ item }: { item: ProductionItem }) {
  const [first, last] = numbersOf(item);
  if (!first) return <>{EMPTY}</>;
  return (
    <Badge color="gray" maw="100%">
      <span className={classes.number}>{first}</span>
      {last && (
        <>
          {BETWEEN}
          <span className={classes.number}>{last}</span>
        </>
      )}
    </Badge>
  );
}

function numbersOf({ has_batch, batch_number, last_batch_number }: ProductionItem): string[] {
  return has_batch ? [...new Set([batch_number, last_batch_number])].flatMap((number) => number || []) : [];
}
