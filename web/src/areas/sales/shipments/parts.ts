/** The parts of a shipment: the quantities to take from batches. Ticks and scans refer to them. */
import type { ItemToShip, ProposedBatch, ReadyShipment } from '@bobina/contract/sales/shipments.ts';
import type { ProductStockRow } from '@bobina/contract/stock/levels.ts';

export interface Part {
  /** Identifies the part while the page is open. */
  key: string;
  item: ItemToShip;
  batch: ProposedBatch;
}

/** Returns the parts of an order's ticked lines. */
export function tickedParts(shipment: ReadyShipment, ticked: ReadonlySet<number>): Part[] {
  return shipment.items.filter(({ order_item_id }) => ticked.has(order_item_id)).flatMap(partsOf);
}

/** Returns one part for each proposed batch of a line. */
export function partsOf(item: ItemToShip): Part[] {
  return item.batches.map((batch) => partOf(item, batch));
}

/**
 * Returns the part for goods of a batch that is not proposed. It belongs to a ticked line that is not picked in full, else to
 * another such line; undefined if there is none.
 */
export function otherPart(
  shipments: readonly ReadyShipment[],
  goods: ProductStockRow & { batch_id: number },
  { product, ticked, picked }: { product: number; ticked: ReadonlySet<number>; picked: ReadonlySet<string> },
): Part | undefined {
  const open = shipments
    .flatMap(({ items }) => items)
    .filter((item) => item.product_id === product && partsOf(item).some(({ key }) => !picked.has(key)));
  const item = open.find(({ order_item_id }) => ticked.has(order_item_id)) ?? open[0];
  return item && partOf(item, { ...goods, picked_at: null, picked_by: null, picked_by_name: null });
}

/** Returns what a part is called in messages: `FILM-1 · A-7`. */
export function partName({ item, batch }: Part): string {
  return [item.code, batch.batch_number].filter(Boolean).join(' · ');
}

/**
 * Returns the part that a scan confirms: of the scanned batch if the label contains one, of a ticked line first. Goods that
 * several orders may get, and that are picked for one of them already, are picked only for a ticked line: the second scan
 * of a label is more often a mistake than goods for another customer.
 * @returns the part to pick, if any; the parts that the goods are picked for; and the other parts
 */
export function scannedPart(
  shipments: readonly ReadyShipment[],
  goods: { product: { id: number }; batch: string | null },
  { ticked, picked }: { ticked: ReadonlySet<number>; picked: ReadonlySet<string> },
): { open: Part | undefined; done: readonly Part[]; others: readonly Part[] } {
  const matching = shipments
    .flatMap(({ items }) => items.flatMap(partsOf))
    .filter(
      ({ item, batch }) => item.product_id === goods.product.id && (!goods.batch || batch.batch_number === goods.batch),
    );
  const done = matching.filter(({ key }) => picked.has(key));
  const others = matching.filter(({ key }) => !picked.has(key));
  const isTicked = ({ item }: Part) => ticked.has(item.order_item_id);
  return { open: others.find(isTicked) ?? (done.length === 0 ? others[0] : undefined), done, others };
}

/** Returns the order of a part. */
export function orderOf(shipments: readonly ReadyShipment[], { item }: Part): ReadyShipment | undefined {
  return shipments.find(({ items }) => items.some(({ order_item_id }) => order_item_id === item.order_item_id));
}

/** Returns the goods whose batch number is the scanned text, if the proposed parts contain it for one product. */
export function batchNamed(shipments: readonly ReadyShipment[], code: string) {
  const wanted = code.trim().toLowerCase();
  const found = shipments
    .flatMap(({ items }) => items.flatMap(partsOf))
    .filter(({ batch }) => batch.batch_number?.toLowerCase() === wanted);
  const [first] = found;
  if (!first || found.some(({ item }) => item.product_id !== first.item.product_id)) return undefined;
  return { product: { id: first.item.product_id, code: first.item.code }, batch: first.batch.batch_number };
}

/** Groups the orders by customer and delivery address; the server lists them by customer. */
export function byReceiver(shipments: readonly ReadyShipment[]): { key: string; orders: ReadyShipment[] }[] {
  const groups = Map.groupBy(shipments, ({ customer_id, destination_id }) => `${customer_id}-${destination_id ?? 0}`);
  return [...groups].map(([key, orders]) => ({ key, orders }));
}

function partOf(item: ItemToShip, batch: ProposedBatch): Part {
  return { key: `${item.order_item_id}|${batch.warehouse_id}|${batch.batch_number ?? ''}`, item, batch };
}
