/** Deliveries and invoices of the demo company: day by day, from the open orders with stock. */
import type { CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Invoice, InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { ItemToPack, PackingList, PackingListRow, StockToPack } from '@bobina/contract/sales/packing-lists.ts';
import type { Call } from './call.ts';
import type { Chance } from './chance.ts';

export interface Shop {
  call: Call;
  /** A separate generator, so that sales do not change the other random values. */
  chance: Chance;
  /** Converts days before today to `YYYY-MM-DD`. */
  dayOf: (daysAgo: number) => string;
  /** Customers whose packing lists are not invoiced each week. */
  invoicedElsewhere: ReadonlySet<number>;
}

const CARRIERS = ['Corriere Valdarno S.r.l.', 'BRT', 'Arno Trasporti', null];

/**
 * Runs a working day of the sales office as the administrator, after the day's production, with the clock set to that
 * day. @param daysAgo 0 for today
 */
export async function sellOn(shop: Shop, weekday: number, daysAgo: number): Promise<void> {
  await deliver(shop, daysAgo);
  if (weekday === 5 || daysAgo === 0) await invoice(shop, daysAgo);
  if (weekday === 3) await credit(shop);
}

/** Cancels the latest packing list that is not invoiced, as a return of goods. */
export async function cancelOne({ call }: Shop): Promise<void> {
  const [last] = await call<PackingList[]>('GET', '/packing-lists?invoiced=false&limit=1');
  if (last) await call('DELETE', `/packing-lists/${last.id}`);
}

/** Completes lines that were delivered from stock and never produced, so that they do not stay open work. */
export async function completeDelivered({ call }: Shop): Promise<void> {
  for (const line of await call<ProductionItem[]>('GET', '/production/status?limit=1000'))
    if (line.production_status === 'da_produrre' && line.delivered_quantity >= line.quantity)
      await call('POST', `/production/force-completion/${line.item_id}`, {});
}

/** Returns the warehouse with the largest stock that can be taken without a batch. */
function fullest(stock: readonly StockToPack[]): { warehouse_id: number; quantity: number } | undefined {
  const places = Map.groupBy(
    stock.filter(({ is_expired }) => !is_expired),
    ({ warehouse_id }) => warehouse_id,
  );
  return [...places]
    .map(([warehouse_id, rows]) => ({
      warehouse_id,
      // Rounds each row down to thousandths, so that the floating-point sum cannot exceed the stock.
      quantity: rows.reduce((all, row) => all + Math.floor(row.quantity * 1000), 0) / 1000,
    }))
    .toSorted((a, b) => b.quantity - a.quantity)[0];
}

/** Delivers the available stock of an order, all of it or a part. @returns whether there was any */
async function pack({ call, chance, dayOf }: Shop, order: CustomerOrderRow, daysAgo: number): Promise<boolean> {
  const share = chance.next() < 0.3 ? 0.5 : 1;
  const items: { order_item_id: number; product_id: number; quantity: number; warehouse_id: number }[] = [];
  for (const item of await call<ItemToPack[]>('GET', `/packing-lists/order-items/${order.id}`)) {
    if (items.some((other) => other.product_id === item.product_id)) continue;
    const place = fullest(await call<StockToPack[]>('GET', `/packing-lists/stock-availability/${item.product_id}`));
    const quantity = Math.floor(Math.min(item.remaining_quantity * share, place?.quantity ?? 0));
    if (!place || quantity < 1) continue;
    const { order_item_id, product_id } = item;
    items.push({ order_item_id, product_id, quantity, warehouse_id: place.warehouse_id });
  }
  if (items.length === 0) return false;
  const net_weight = items.reduce((all, { quantity }) => all + quantity, 0);
  await call('POST', '/packing-lists', {
    customer_id: order.customer_id,
    order_id: order.id,
    items,
    carrier: chance.pick(CARRIERS),
    reason: 'Vendita',
    appearance: chance.pick(['Bancali', 'Scatole', 'Bobine su bancale']),
    packages: chance.whole(1, 8),
    net_weight,
    gross_weight: net_weight + 25,
    transport_date: dayOf(daysAgo),
  });
  return true;
}

/** Delivers some of the open orders with stock, near their requested delivery day. */
async function deliver(shop: Shop, daysAgo: number): Promise<void> {
  const soon = shop.dayOf(daysAgo - 2);
  const open = await shop.call<CustomerOrderRow[]>('GET', '/customer-orders?open=true');
  const wanted = open.filter(({ requested_delivery_date }) => requested_delivery_date <= soon);
  let packed = 0;
  for (const order of shop.chance.some(wanted, 8)) {
    if (packed < 4 && (await pack(shop, order, daysAgo))) packed++;
  }
}

/** Invoices the week's packing lists on Friday. Most drafts are sent at once; some stay drafts. */
async function invoice({ call, chance, invoicedElsewhere }: Shop, daysAgo: number): Promise<void> {
  for (const { id, customer_id } of await call<PackingListRow[]>(
    'GET',
    '/packing-lists?invoiced=false&sort=packing_date&limit=1000',
  )) {
    if (chance.next() < 0.1 || invoicedElsewhere.has(customer_id)) continue;
    const draft = await call<Invoice>('POST', `/invoices/from-packing-list/${id}`, {
      ...(chance.next() < 0.15 && { notes: 'Pagamento come da accordi.' }),
    });
    if (draft.missing.length > 0 || (daysAgo < 5 && chance.next() < 0.5)) continue;
    await call('PUT', `/invoices/${draft.id}/status`, { status: chance.next() < 0.04 ? 'cancelled' : 'sent' });
  }
}

/** Credits a few invoices in full, each once. */
async function credit({ call, chance }: Shop): Promise<void> {
  const newest = await call<InvoiceRow[]>('GET', '/invoices?status=sent&type=invoice&limit=20');
  const sent = newest.filter(({ credit_note_id }) => credit_note_id === null);
  if (sent.length > 3 && chance.next() < 0.15)
    await call('POST', `/invoices/${chance.pick(sent).id}/credit-note`, {
      notes: 'Prezzo errato: segue nuova fattura.',
    });
}
