import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ProductionStatus } from '@bobina/contract/orders/statuses.ts';

const COLORS = { da_produrre: 'gray', in_produzione: 'blue', completato: 'green' };

export function ProductionStatusBadge({ status }: { status: ProductionStatus }) {
  const { t } = useTranslation('orders');
  return (
    <Badge color={COLORS[status]} miw="max-content">
      {t(`status.${status}`)}
    </Badge>
  );
}
