import type { TFunction } from 'i18next';
import { EntityLink } from '../entity-link.tsx';
import type { Column } from '../table/columns.tsx';
import { columnsOf } from '../table/row-fields.ts';
import type { PriceKind, PriceRow } from './price-kind.ts';
import { PriceStatus } from './PriceStatus.tsx';

const column = columnsOf<PriceRow>();
/** Maximum number of decimals of a price; at least 2 are shown. */
export const PRICE_DECIMALS = 5;

/**
 * Returns the columns of a list of prices, for screen, export and print.
 * @param party the label of the column with the supplier or customer
 */
export function priceColumns(
  t: TFunction<'common'>,
  { partyId, partyName }: Pick<PriceKind<never>, 'partyId' | 'partyName'>,
  party: string,
): Column<PriceRow>[] {
  // The column cuts the texts of customers' prices; those of suppliers are cut as in the register of products.
  const isCut = partyId !== 'customer_id';
  const size = isCut ? 'cut' : 'fit';
  return [
    { key: 'product_code', label: t('prices.field.product_code'), cut: isCut, width: 'minmax(9rem, 1fr)', priority: 1 },
    column(['product_id', 'product_name'], {
      key: 'product_name',
      label: t('prices.field.product_name'),
      cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.product_name} size={size} />,
      width: 'minmax(9rem, 1.2fr)',
      priority: 3,
    }),
    column([partyId, partyName], {
      key: partyName,
      label: party,
      cell: (row) => (
        <EntityLink
          kind={partyId === 'customer_id' ? 'customer' : 'supplier'}
          id={row[partyId]!}
          text={row[partyName]!}
          size={size}
        />
      ),
      width: 'minmax(9rem, 1.2fr)',
      priority: 2,
    }),
    column(['price', 'currency'], {
      key: 'price',
      label: t('prices.field.price'),
      kind: 'money',
      decimals: PRICE_DECIMALS,
      currency: ({ currency }) => currency,
      width: 'minmax(7.5rem, 0.9fr)',
      priority: 1,
    }),
    { key: 'currency', label: t('prices.field.currency'), width: '6.5rem', priority: 3 },
    { key: 'start_date', label: t('prices.field.start_date'), kind: 'day', width: '8rem', priority: 2 },
    { key: 'end_date', label: t('prices.field.end_date'), kind: 'day', width: '8rem', priority: 2 },
    column(['status'], {
      key: 'status',
      label: t('prices.field.status'),
      value: ({ status }) => t(`prices.status.${status}`),
      cell: ({ status }) => <PriceStatus status={status} />,
      width: '7.5rem',
      priority: 2,
    }),
  ];
}
