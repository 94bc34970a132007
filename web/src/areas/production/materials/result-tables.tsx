import type { TFunction } from 'i18next';
import type { MaterialField } from '@bobina/contract/production/materials.rules.ts';
import type { MaterialsResult } from '@bobina/contract/production/materials.ts';
import { EMPTY, type Formats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';

type T = TFunction<'production'>;
type Paper = MaterialsResult['carta'][number];
type Film = MaterialsResult['film'][number];
type Item = MaterialsResult['items'][number];
/** All figures of the result have two decimals. */
const TWO = [2, 2] as const;

/** Returns the columns of the paper needs. */
export function paperColumns(t: T, rows: readonly Paper[]): Column<Paper>[] {
  return [
    amount('peso_carta', t('materials.grammage')),
    amount('larghezza_bobina', t('materials.reelWidth')),
    amount('metri_lineari', t('materials.metres')),
    amount('kg_necessari', t('materials.kg')),
    ...stockColumns(t, rows),
  ];
}
/** Returns the columns of the film needs. */
export function filmColumns(t: T, rows: readonly Film[]): Column<Film>[] {
  return [
    amount('spessore_film', t('materials.gauge')),
    amount('larghezza_film', t('materials.width')),
    { key: 'colore_film', label: t('materials.colour') },
    amount('metri_lineari', t('materials.metres')),
    amount('kg_necessari', t('materials.kg')),
    ...stockColumns(t, rows),
  ];
}
/** Returns the columns of the items in the result. */
export function itemColumns(t: T, formats: Formats, unitOf: (unit: string) => string): Column<Item>[] {
  return [
    {
      key: 'order_number',
      label: t('item.order_number'),
      cell: (row) => <EntityLink kind="customer_order" id={row.order_id} text={row.order_number} />,
    },
    {
      key: 'code',
      label: t('item.code'),
      cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.code} />,
    },
    {
      key: 'quantity',
      label: t('item.quantity'),
      align: 'end',
      value: (row) => `${formats.number(row.quantity, 2, 2)} ${unitOf(row.unit_of_measure)}`,
    },
    {
      key: 'remaining_quantity',
      label: t('materials.toProduce'),
      align: 'end',
      value: (row) => `${formats.number(row.remaining_quantity, 2, 2)} ${unitOf(row.unit_of_measure)}`,
    },
    { key: 'colore_film', label: t('materials.colour') },
    amount('metri_lineari_carta', t('materials.paperMetres')),
    amount('metri_lineari_film', t('materials.filmMetres')),
  ];
}

/** Formats the reels that cover a need, as in `KRB-045-0520: 1.200,00 kg`; names those without a known weight. */
export function reelsOf({ stock }: Paper | Film, t: T, formats: Formats, unitOf: (unit: string) => string): string[] {
  return (stock?.products ?? []).map(({ code, quantity, unit_of_measure, kg }) => {
    const held = `${formats.number(quantity, 2, 2)} ${unitOf(unit_of_measure)}`;
    if (kg === null) return t('materials.reelUnweighed', { code, held });
    return unit_of_measure === 'kg' ? `${code}: ${held}` : `${code}: ${held} (${formats.number(kg, 2, 2)} kg)`;
  });
}

/** Formats a warning: the item, the message and the missing fields. */
export function warningText(
  { item_id, message, missing }: MaterialsResult['warnings'][number],
  items: ReadonlyMap<number, Item>,
  nameOf: (field: MaterialField) => string,
): string {
  const item = items.get(item_id);
  const fields = missing.map((field) => nameOf(field as MaterialField)).join(', ');
  return [item ? `${item.order_number} · ${item.code}` : EMPTY, fields ? `${message} (${fields})` : message].join(': ');
}

function amount<R>(key: string, label: string): Column<R> {
  return { key, label, kind: 'number', decimals: TWO };
}

/** Returns the stock columns, if the user may see the stock. */
function stockColumns<R extends Paper | Film>(t: T, rows: readonly R[]): Column<R>[] {
  return rows.some(({ stock }) => stock)
    ? [
        { ...amount<R>('stock_kg', t('materials.stock')), value: ({ stock }) => stock?.kg },
        { ...amount<R>('missing_kg', t('materials.missing')), value: ({ stock }) => stock?.missing_kg },
      ]
    : [];
}
