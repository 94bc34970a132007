import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { PriceRow } from './price-kind.ts';

const COLORS = { active: 'green', upcoming: 'blue', inactive: 'gray' };

/** Shows the status of a price as a badge. */
export function PriceStatus({ status }: Pick<PriceRow, 'status'>) {
  const { t } = useTranslation();
  return <Badge color={COLORS[status]}>{t(`prices.status.${status}`)}</Badge>;
}
