import type { TFunction } from 'i18next';
import type { Formats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';

interface Texts {
  t: TFunction<'stock'>;
  formats: Formats;
  unitOf: (unit: string) => string;
}
/** The names of the fields in the rows of the list. */
interface Keys<Row> {
  id: string & keyof Row;
  code: string & keyof Row;
  name: string & keyof Row;
  category: string & keyof Row;
}

/** Returns the columns that the lists of stock by product share: code, name, family and quantity. */
export function levelColumns<Row extends { unit_of_measure: string; quantity: number }>(
  texts: Texts,
  { id, code, name, category }: Keys<Row>,
  nameLabel: string,
): Column<Row>[] {
  const { t } = texts;
  return [
    {
      key: code,
      label: t('stock.code'),
      cell: (row) => <EntityLink kind="product" id={row[id] as number} text={row[code] as string} size="fit" />,
      width: 'minmax(8rem, 1fr)',
      priority: 1,
    },
    { key: name, label: nameLabel, width: 'minmax(10rem, 2fr)', priority: 2 },
    { key: category, label: t('stock.family'), width: 'minmax(7rem, 1fr)', priority: 3 },
    measureColumn(texts, 'quantity', t('stock.quantity'), ({ quantity }) => quantity),
  ];
}

/** Returns a column of quantities in the unit of each product. */
export function measureColumn<Row extends { unit_of_measure: string }>(
  { formats, unitOf }: Texts,
  key: string & keyof Row,
  label: string,
  quantityOf: (row: Row) => number,
): Column<Row> {
  return {
    key,
    label,
    kind: 'number',
    cell: (row) => formats.quantity(quantityOf(row), unitOf(row.unit_of_measure)),
    width: 'minmax(8rem, 1fr)',
    priority: 1,
  };
}
