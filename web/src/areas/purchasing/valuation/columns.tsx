import type { TFunction } from 'i18next';
import type { Formats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { currencyOf, type ShownRow } from './totals.ts';

const PRICE_DECIMALS = 5;

/** The price and the value of a row as texts, without those of a product that has no price. */
export function amountsOf(row: ShownRow, formats: Formats): [price: string, value: string] {
  const isPriced = row.unit_price > 0;
  return [
    formats.money(isPriced ? row.unit_price : null, currencyOf(row), PRICE_DECIMALS),
    formats.money(isPriced ? row.value : null, currencyOf(row)),
  ];
}

/** Returns `CARTA-1 - Carta kraft`, followed by the batch when rows are not grouped. */
export function productOf(row: ShownRow, t: TFunction<'valuation'>): string {
  return `${row.product_code} - ${row.product_description}${row.batch_number ? ` · ${t('batch', { batch: row.batch_number })}` : ''}`;
}

/** Returns the columns of the valuation. */
export function valuationColumns(
  t: TFunction<'valuation'>,
  formats: Formats,
  unitOf: (unit: string) => string,
): Column<ShownRow>[] {
  return [
    {
      key: 'product_code',
      label: t('product'),
      value: (row) => productOf(row, t),
      cell: (row) => <EntityLink kind="product" id={row.product_id} size="fit" text={productOf(row, t)} />,
      width: 'minmax(9rem, 3fr)',
      priority: 1,
    },
    {
      key: 'warehouse_name',
      label: t('warehouse'),
      cell: (row) => <EntityLink kind="warehouse" id={row.warehouse_id} text={row.warehouse_name} size="fit" />,
      width: 'minmax(8rem, 1.2fr)',
      priority: 2,
    },
    {
      key: 'quantity',
      label: t('quantity'),
      kind: 'number',
      cell: (row) => formats.quantity(row.quantity, unitOf(row.unit_of_measure)),
      width: 'minmax(7rem, 1fr)',
      priority: 2,
    },
    {
      key: 'unit_price',
      label: t('price'),
      kind: 'money',
      decimals: PRICE_DECIMALS,
      currency: currencyOf,
      cell: (row) => amountsOf(row, formats)[0],
      width: 'minmax(7rem, 1fr)',
      priority: 2,
    },
    {
      key: 'value',
      label: t('value'),
      kind: 'money',
      currency: currencyOf,
      cell: (row) => amountsOf(row, formats)[1],
      width: 'minmax(8rem, 1fr)',
      priority: 1,
    },
  ];
}
