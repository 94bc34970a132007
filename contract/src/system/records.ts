/** The records with notes and files, by the name of their list, and the capabilities to read and to change them. */
import type { Capability } from '../core/permissions.ts';
import type { SearchKind } from './search.ts';

interface RecordAccess {
  read: Capability;
  write: Capability;
  /** The kind whose screen shows the record. */
  kind: SearchKind | null;
}

export const RECORDS = {
  products: { read: 'registry.read', write: 'products.write', kind: 'product' },
  machines: { read: 'registry.read', write: 'machines.write', kind: 'machine' },
  warehouses: { read: 'registry.read', write: 'warehouses.write', kind: 'warehouse' },
  suppliers: { read: 'registry.read', write: 'suppliers.write', kind: 'supplier' },
  customers: { read: 'registry.read', write: 'customers.write', kind: 'customer' },
  prices: { read: 'prices.read', write: 'prices.write', kind: null },
  'purchase-orders': { read: 'purchase_orders.read', write: 'purchase_orders.write', kind: 'purchase_order' },
  'goods-receipts': { read: 'purchase_orders.read', write: 'goods_receipts.write', kind: 'goods_receipt' },
  'purchase-invoices': { read: 'purchase_invoices.read', write: 'purchase_invoices.write', kind: 'purchase_invoice' },
  'customer-orders': { read: 'customer_orders.read', write: 'customer_orders.write', kind: 'customer_order' },
  'packing-lists': { read: 'packing_lists.read', write: 'packing_lists.write', kind: 'packing_list' },
  invoices: { read: 'invoices.read', write: 'invoices.write', kind: 'invoice' },
  'stock-counts': { read: 'stock.read', write: 'stock.write', kind: 'stock_count' },
  batches: { read: 'stock.read', write: 'stock.write', kind: 'batch' },
  runs: { read: 'runs.read', write: 'runs.write', kind: null },
} as const satisfies Record<string, RecordAccess>;
export type RecordEntity = keyof typeof RECORDS;

/** Whether a name in a path is that of a list whose records have notes and files. */
export function isRecordEntity(entity: string): entity is RecordEntity {
  return Object.hasOwn(RECORDS, entity);
}
