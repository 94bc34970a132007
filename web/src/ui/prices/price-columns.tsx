import type { TFunction } from 'i18next';
import { EntityLink } from '../entity-link.tsx';
import type { Column } from '../table/columns.tsx';
import type { PriceKind, PriceRow } from './price-kind.ts';
import { PriceStatus } from './PriceStatus.tsx';

/** Maximum number of decimals of a price; at least 2 are shown. */
export const PRICE_DECIMALS = 5;

/**
 * Returns the columns of a list of prices, for screen, export and print.
 * @param party the label of the column with the supplier or customer
 */
export function priceColumns<Row extends PriceRow>(
  t: TFunction<'common'>,
  { partyId, partyName, nameOf }: Pick<PriceKind<Row>, 'partyId' | 'partyName' | 'nameOf'>,
  party: string,
): Column<Row>[] {
  return [
    { key: 'product_code', label: t('prices.field.product_code'), cut: true, width: 'minmax(9rem, 1fr)', priority: 1 },
    {
      key: 'product_name',
      label: t('prices.field.product_name'),
      cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.product_name} size="cut" />,
      width: 'minmax(9rem, 1.2fr)',
      priority: 3,
    },
    {
      key: partyName,
      label: party,
      cell: (row) => (
        <EntityLink
          kind={partyId === 'customer_id' ? 'customer' : 'supplier'}
          id={(row as Record<string, unknown>)[partyId] as number}
          text={nameOf(row)}
          size="cut"
        />
      ),
      width: 'minmax(9rem, 1.2fr)',
      priority: 2,
    },
    {
      key: 'price',
      label: t('prices.field.price'),
      kind: 'money',
      decimals: PRICE_DECIMALS,
      currency: ({ currency }) => currency,
      width: 'minmax(7.5rem, 0.9fr)',
      priority: 1,
    },
    { key: 'currency', label: t('prices.field.currency'), width: '6.5rem', priority: 3 },
    { key: 'start_date', label: t('prices.field.start_date'), kind: 'day', width: '8rem', priority: 2 },
    { key: 'end_date', label: t('prices.field.end_date'), kind: 'day', width: '8rem', priority: 2 },
    {
      key: 'status',
      label: t('prices.field.status'),
      value: ({ status }) => t(`prices.status.${status}`),
      cell: ({ status }) => <PriceStatus status={status} />,
      width: '7.5rem',
      priority: 2,
    },
  ];
}
