import type { TFunction } from 'i18next';
import type { Price } from '@bobina/contract/purchasing/prices.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { PriceStatus } from './PriceStatus.tsx';

/** A price shows 2 decimals, and up to 5 where it has more. */
export const PRICE_DECIMALS = 5;

/** What the list of prices shows, exports and prints. */
export function priceColumns(t: TFunction<'purchasing'>): Column<Price>[] {
  return [
    { key: 'product_code', label: t('price.product_code'), cut: true, width: 'minmax(9rem, 1fr)', priority: 1 },
    { key: 'product_name', label: t('price.product_name'), cut: true, width: 'minmax(9rem, 1.2fr)', priority: 3 },
    { key: 'supplier_name', label: t('price.supplier'), cut: true, width: 'minmax(9rem, 1.2fr)', priority: 2 },
    {
      key: 'price',
      label: t('price.price'),
      kind: 'money',
      decimals: PRICE_DECIMALS,
      currency: ({ currency }) => currency,
      width: 'minmax(7.5rem, 0.9fr)',
      priority: 1,
    },
    { key: 'currency', label: t('price.currency'), width: '6.5rem', priority: 3 },
    { key: 'start_date', label: t('price.start_date'), kind: 'day', width: '8rem', priority: 2 },
    { key: 'end_date', label: t('price.end_date'), kind: 'day', width: '8rem', priority: 2 },
    {
      key: 'status',
      label: t('price.status'),
      value: ({ status }) => t(`priceStatus.${status}`),
      cell: ({ status }) => <PriceStatus status={status} />,
      width: '7.5rem',
      priority: 2,
    },
  ];
}
