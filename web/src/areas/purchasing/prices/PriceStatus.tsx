import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Price } from '@bobina/contract/purchasing/prices.ts';

const COLORS = { active: 'green', upcoming: 'blue', inactive: 'gray' };

export function PriceStatus({ status }: Pick<Price, 'status'>) {
  const { t } = useTranslation('purchasing');
  return <Badge color={COLORS[status]}>{t(`priceStatus.${status}`)}</Badge>;
}
