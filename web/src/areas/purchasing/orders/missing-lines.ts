import type { PurchaseOrderInput } from '@bobina/contract/purchasing/orders.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { api } from '../../../lib/api/api.ts';
import { READ_TIMEOUT } from '../calls.ts';
import { inLots, type Lots } from '../lots.ts';
import { emptyOrder, newLine, productPart, type OrderLine } from './order-line.ts';

const AT_ONCE = 5;

/** A quantity of a product to order. */
export interface Missing {
  product_id: number;
  quantity: number;
  /** What open orders bring already, and the day of the first arrival. */
  coming?: number | null;
  coming_on?: string | null;
}
/** What is on order already of a product of the order. */
export interface Coming {
  code: string;
  unit: string;
  quantity: number;
  day: string;
}
interface MissingOrder {
  supplier: number;
  initial: Partial<PurchaseOrderInput>;
  coming: Coming[];
}
interface Read {
  product: Product;
  line: OrderLine;
  coming: Coming[];
}

/**
 * Reads the products to order with the prices of their suppliers.
 * @returns the values of an order for each supplier with what is on order already, and the codes of products without a supplier
 */
export async function readMissingOrders(
  missing: readonly Missing[],
): Promise<{ orders: MissingOrder[]; withoutSupplier: string[] }> {
  const read: Read[] = [];
  for (let at = 0; at < missing.length; at += AT_ONCE)
    read.push(...(await Promise.all(missing.slice(at, at + AT_ONCE).map(readLine))));
  const bySupplier = Map.groupBy(read, ({ product }) => product.supplier_id);
  const withoutSupplier = (bySupplier.get(null) ?? []).map(({ product }) => product.code);
  bySupplier.delete(null);
  return {
    orders: [...bySupplier].map(([supplier, rows]) => ({
      supplier: supplier!,
      initial: emptyOrder({ supplier_id: supplier, items: rows.map(({ line }) => line) }),
      coming: rows.flatMap(({ coming }) => coming),
    })),
    withoutSupplier,
  };
}

async function readLine({ product_id, quantity, coming, coming_on }: Missing): Promise<Read> {
  const [product, lots] = await Promise.all([api.products.get({ id: product_id }), readLots(product_id)]);
  const query = { supplier_id: String(product.supplier_id), product_id: String(product_id) };
  const { unit_price } =
    product.supplier_id === null
      ? { unit_price: null }
      : await api.purchaseOrders.price({ query }, { timeout: READ_TIMEOUT });
  return {
    product,
    line: newLine({ ...productPart(product), quantity: lots ? inLots(quantity, lots) : quantity, unit_price, lots }),
    coming: coming ? [{ code: product.code, unit: product.unit_of_measure, quantity: coming, day: coming_on! }] : [],
  };
}

/** The lots in which a product is ordered; undefined for any quantity, also when they cannot be read. */
async function readLots(id: number): Promise<Lots | undefined> {
  const supply = await api.productSupply.get({ id }, { timeout: READ_TIMEOUT }).catch(() => undefined);
  if (!supply || (supply.min_lot === 0 && supply.lot_multiple === null)) return undefined;
  return { min_lot: supply.min_lot, lot_multiple: supply.lot_multiple };
}
