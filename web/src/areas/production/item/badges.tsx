import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Priority, ProductionStatus } from '@bobina/contract/orders/statuses.ts';
import classes from './item.module.css';

/** Badge and dot colour by priority. The badge always shows the word as well. */
const PRIORITY_COLORS = { alta: ['red', 'red'], media: ['yellow', 'yellow'], standard: ['gray', 'white'] } as const;
const STATUS_COLORS = {
  da_produrre: ['gray', 'white'],
  in_produzione: ['blue', 'blue'],
  completato: ['green', 'green'],
} as const;

/** Shows a priority as a badge. */
export function PriorityBadge({ priority }: { priority: Priority }) {
  const { t } = useTranslation('production');
  return <DotBadge colors={PRIORITY_COLORS[priority]} text={t(`item.priority.${priority}`)} />;
}
/** Shows a production status as a badge. */
export function ItemStatusBadge({ status }: { status: ProductionStatus }) {
  const { t } = useTranslation('production');
  return <DotBadge colors={STATUS_COLORS[status]} text={t(`item.status.${status}`)} />;
}

function DotBadge({ colors: [color, dot], text }: { colors: readonly [string, string]; text: string }) {
  return (
    <Badge color={color} leftSection={<span className={classes.dot} data-color={dot} aria-hidden />}>
      {text}
    </Badge>
  );
}
