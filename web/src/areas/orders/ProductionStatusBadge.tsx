import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProductionStatus } from '@bobina/contract/orders/statuses.ts';

const COLORS = { da_produrre: 'gray', in_produzione: 'blue', completato: 'green', chiusa: 'gray' };

/** Shows the production status of an order or line as a badge; `chiusa` is a line of which nothing more is delivered. */
export function ProductionStatusBadge({ status }: { status: ProductionStatus | 'chiusa' }) {
  const { t } = useTranslation('orders');
  return (
    <Badge color={COLORS[status]} miw="max-content">
      {t(`status.${status}`)}
    </Badge>
  );
}
