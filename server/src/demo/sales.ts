/** What the demo company delivers and invoices: day by day, of whatever orders are open and have stock. */
import type { CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import type { Invoice, InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { ItemToPack, PackingList, PackingListRow, StockToPack } from '@bobina/contract/sales/packing-lists.ts';
import type { Call } from './call.ts';
import type { Chance } from './chance.ts';

export interface Shop {
  call: Call;
  /** Of its own, so that what is sold changes nothing else. */
  chance: Chance;
  /** The day, `YYYY-MM-DD`, and those before and after it. */
  dayOf: (daysAgo: number) => string;
}

const CARRIERS = ['Corriere Valdarno S.r.l.', 'BRT', 'Arno Trasporti', null];

/**
 * A working day of the sales office, after the day's production: within the clock of that day, as the administrator.
 * @param daysAgo 0 for today
 */
export async function sellOn(shop: Shop, weekday: number, daysAgo: number): Promise<void> {
  await deliver(shop, daysAgo);
  if (weekday === 5 || daysAgo === 0) await invoice(shop, daysAgo);
  if (weekday === 3) await settle(shop);
}

/** At the end, one packing list is taken back: goods that came home again. */
export async function cancelOne({ call }: Shop): Promise<void> {
  const [last] = await call<PackingList[]>('GET', '/packing-lists?invoiced=false&limit=1');
  if (last) await call('DELETE', `/packing-lists/${last.id}`);
}

/** Where most of what can be taken without a batch lies. */
function fullest(stock: readonly StockToPack[]): { warehouse_id: number; quantity: number } | undefined {
  const places = Map.groupBy(
    stock.filter(({ is_expired }) => !is_expired),
    ({ warehouse_id }) => warehouse_id,
  );
  return [...places]
    .map(([warehouse_id, rows]) => ({
      warehouse_id,
      // In thousandths, that no sum of doubles goes beyond what is there.
      quantity: rows.reduce((all, row) => all + Math.floor(row.quantity * 1000), 0) / 1000,
    }))
    .toSorted((a, b) => b.quantity - a.quantity)[0];
}

/** Delivers what is there of an order: all of it, or a first part. @returns whether there was anything */
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

/** An order is delivered about when it is wanted, if there is stock of it: some of those that wait are looked at. */
async function deliver(shop: Shop, daysAgo: number): Promise<void> {
  const soon = shop.dayOf(daysAgo - 2);
  const open = await shop.call<CustomerOrderRow[]>('GET', '/customer-orders?open=true');
  const wanted = open.filter(({ requested_delivery_date }) => requested_delivery_date <= soon);
  let packed = 0;
  for (const order of shop.chance.some(wanted, 8)) {
    if (packed < 4 && (await pack(shop, order, daysAgo))) packed++;
  }
}

/** The week's packing lists are invoiced on Friday; most drafts are sent at once, some wait for somebody. */
async function invoice({ call, chance }: Shop, daysAgo: number): Promise<void> {
  for (const { id } of await call<PackingListRow[]>(
    'GET',
    '/packing-lists?invoiced=false&sort=packing_date&limit=1000',
  )) {
    if (chance.next() < 0.1) continue;
    const draft = await call<Invoice>('POST', `/invoices/from-packing-list/${id}`, {
      ...(chance.next() < 0.15 && { notes: 'Pagamento come da accordi.' }),
    });
    if (draft.missing.length > 0 || (daysAgo < 5 && chance.next() < 0.5)) continue;
    await call('PUT', `/invoices/${draft.id}/status`, { status: chance.next() < 0.04 ? 'cancelled' : 'sent' });
  }
}

/** What fell due is paid, but for some; a few are found wrong and credited. */
async function settle({ call, chance }: Shop): Promise<void> {
  const due = await call<InvoiceRow[]>('GET', '/invoices?overdue=true&sort=due_date&limit=1000');
  for (const { id } of due) if (chance.next() < 0.6) await call('PUT', `/invoices/${id}/status`, { status: 'paid' });
  const sent = await call<InvoiceRow[]>('GET', '/invoices?status=sent&type=invoice&limit=20');
  if (sent.length > 3 && chance.next() < 0.15)
    await call('POST', `/invoices/${chance.pick(sent).id}/credit-note`, {
      notes: 'Prezzo errato: segue nuova fattura.',
    });
}
