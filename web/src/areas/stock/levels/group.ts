/** Stock rows by product, then warehouse, with their batches. Sums are exact. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { StockRow } from '@bobina/contract/stock/levels.ts';

export interface WarehouseStock {
  id: number;
  name: string;
  quantity: number;
  batches: StockRow[];
}
export interface ProductStock {
  id: number;
  product_code: string;
  product_description: string;
  product_category: string;
  unit_of_measure: string;
  quantity: number;
  warehouses: WarehouseStock[];
  /** Of all warehouses. */
  batchCount: number;
}
export interface StockFilters {
  code: string;
  description: string;
  family: string;
  warehouse_id: number | undefined;
}

export function matching(
  rows: readonly StockRow[],
  { code, description, family, warehouse_id }: StockFilters,
): StockRow[] {
  return rows.filter(
    (row) =>
      contains(row.product_code, code) &&
      contains(row.product_description, description) &&
      contains(row.product_category, family) &&
      (warehouse_id === undefined || row.warehouse_id === warehouse_id),
  );
}

export function byProduct(rows: readonly StockRow[]): ProductStock[] {
  return groupBy(rows, ({ product_id }) => product_id).map(([id, own]) => {
    const { product_code, product_description, product_category, unit_of_measure } = own[0]!;
    const warehouses = groupBy(own, ({ warehouse_id }) => warehouse_id).map(([, there]) => warehouseOf(there));
    const batchCount = new Set(own.flatMap(({ batch_number }) => batch_number ?? [])).size;
    return {
      id,
      product_code,
      product_description,
      product_category,
      unit_of_measure,
      quantity: total(own),
      warehouses: warehouses.toSorted((a, b) => a.name.localeCompare(b.name)),
      batchCount,
    };
  });
}

type Sortable = 'product_code' | 'product_description' | 'product_category' | 'quantity';
/** @param sort `field` or `-field` */
export function sorted(products: readonly ProductStock[], sort: string): ProductStock[] {
  const key = sort.replace(/^-/, '') as Sortable;
  const direction = sort.startsWith('-') ? -1 : 1;
  const compare = (a: ProductStock, b: ProductStock) =>
    key === 'quantity'
      ? a.quantity - b.quantity
      : String(a[key] ?? '').localeCompare(String(b[key] ?? ''), undefined, { numeric: true });
  return products.toSorted((a, b) => direction * compare(a, b) || a.product_code.localeCompare(b.product_code));
}

/** Whether a batch is past its expiry: on its expiry day it is still good. @param today the company's day */
export function isExpired({ expiry_date }: Pick<StockRow, 'expiry_date'>, today: Day): boolean {
  return expiry_date !== null && expiry_date < today;
}

function total(rows: readonly StockRow[]) {
  return toNumber(sum(rows.map(({ quantity }) => decimalOf(quantity))));
}

function groupBy<K>(rows: readonly StockRow[], key: (row: StockRow) => K): [K, StockRow[]][] {
  return [...Map.groupBy(rows, key)];
}

function contains(text: string, part: string) {
  return text.toLowerCase().includes(part.trim().toLowerCase());
}

function warehouseOf(rows: StockRow[]): WarehouseStock {
  return {
    id: rows[0]!.warehouse_id,
    name: rows[0]!.warehouse_name,
    quantity: total(rows),
    batches: rows.filter(({ batch_number }) => batch_number !== null),
  };
}
