import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StockCountRow } from '@bobina/contract/stock/counts.ts';

const COLORS = { open: 'yellow', posted: 'green' };

export function CountStatus({ status }: { status: StockCountRow['status'] }) {
  const { t } = useTranslation('stock');
  return <Badge color={COLORS[status]}>{t(`countStatus.${status}`)}</Badge>;
}
