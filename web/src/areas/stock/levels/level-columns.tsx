import type { TFunction } from 'i18next';
import type { StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { EMPTY, type Formats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { isEmptyValue, type Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';

interface Texts {
  t: TFunction<'stock'>;
  formats: Formats;
  unitOf: (unit: string) => string;
}
const column = columnsOf<StockSummaryRow>();

/**
 * Returns the columns that the lists of stock by product share: code, name, family and quantity.
 * @param name the field with the name
 */
export function levelColumns(
  texts: Texts,
  name: 'description' | 'product_name',
  nameLabel: string,
): Column<StockSummaryRow>[] {
  const { t } = texts;
  return [
    column(['product_id', 'code'], {
      key: 'code',
      label: t('stock.code'),
      cell: (row) => <EntityLink kind="product" id={row.product_id!} text={row.code!} size="fit" />,
      width: 'minmax(8rem, 1fr)',
      priority: 1,
    }),
    { key: name, label: nameLabel, width: 'minmax(10rem, 2fr)', priority: 2 },
    { key: 'category', label: t('stock.family'), width: 'minmax(7rem, 1fr)', priority: 3 },
    measureColumn(texts, 'quantity', t('stock.quantity')),
  ];
}

/** Returns the column of what open orders to suppliers still bring, with the day of the first arrival. */
export function comingColumn({ t, formats, unitOf }: Texts): Column<StockSummaryRow> {
  return column(['coming', 'coming_on', 'unit_of_measure'], {
    key: 'coming',
    label: t('levels.coming'),
    kind: 'number',
    cell: ({ coming, coming_on, unit_of_measure }) =>
      coming ? [formats.quantity(coming, unitOf(unit_of_measure)), formats.day(coming_on!)].join(' · ') : EMPTY,
    width: 'minmax(11rem, 1fr)',
    priority: 2,
  });
}

/** Returns a column of quantities in the unit of each product. */
export function measureColumn(
  { formats, unitOf }: Texts,
  key: 'quantity' | 'held' | 'scorta_minima',
  label: string,
): Column<StockSummaryRow> {
  return column([key, 'unit_of_measure'], {
    key,
    label,
    kind: 'number',
    cell: (row) => (isEmptyValue(row[key]) ? EMPTY : formats.quantity(row[key]!, unitOf(row.unit_of_measure))),
    width: 'minmax(8rem, 1fr)',
    priority: 1,
  });
}
