/** Compares everything that the servers answer about a company with the state of the model. */
import type { Client } from '../client.ts';
import * as buying from './buying.ts';
import { Differences } from './differences.ts';
import { exact, sumOf, times } from './exact.ts';
import { isDone, leftOf, loadedOf, plannedOf, producedOf, scheduledOf, statusOf } from './producing.ts';
import { compareRuns } from './running.ts';
import { amountsOf, invoiceLines } from './selling.ts';
import type { World } from './world.ts';

// oxlint-disable-next-line no-explicit-any -- any response body
type Told = any;
/** Compares the servers with the model. @param ask reads a path @returns one line per difference */
export async function compare(world: World, ask: (path: string) => Promise<Told>): Promise<string[]> {
  const differences = new Differences();
  const { same } = { same: differences.same.bind(differences) };
  const stock = async () => {
    const answered = new Map<string, bigint>();
    for (const { id } of world.products)
      for (const row of await ask(`/stock?product_id=${id}`))
        answered.set(`${id} ${row.warehouse_id} ${row.batch_number ?? ''}`, exact(row.quantity));
    for (const key of new Set([...answered.keys(), ...world.stock.keys()]))
      same(`stock of ${key}`, answered.get(key) ?? 0n, world.stock.get(key) ?? 0n);
  };
  const purchases = world.purchases.map(async (purchase) => {
    const what = `purchase ${purchase.id}`;
    const [answered, open] = [
      await ask(`/purchase-orders/${purchase.id}`),
      await ask(`/goods-receipts/order-details/${purchase.id}`),
    ];
    same(`${what}, status`, answered.status, buying.purchaseStatusOf(purchase));
    same(`${what}, lines`, answered.items.length, purchase.lines.length);
    for (const [at, line] of purchase.lines.entries()) {
      const [item, detail] = [answered.items[at], open.items[at]];
      same(`${what}.${at}, ordered`, exact(item.ordered_quantity), line.ordered);
      same(`${what}.${at}, received`, exact(item.received_quantity), line.received);
      same(`${what}.${at}, total`, exact(item.total, 4), times(line.ordered, line.price, 4));
      const left = line.ordered - line.received;
      same(`${what}.${at}, remaining`, exact(detail.remaining_quantity), left > 0n ? left : 0n);
      same(`${what}.${at}, completed`, detail.status === 'completed', buying.isCompleted(line));
    }
    const total = sumOf(purchase.lines.map((line) => times(line.ordered, line.price, 4)));
    same(`${what}, total`, exact(answered.total_amount, 4), total);
  });
  const orders = world.orders.map(async (order) => {
    const what = `order ${order.id}`;
    const answered = await ask(`/customer-orders/${order.id}`);
    same(`${what}, lines`, answered.items.length, order.lines.length);
    for (const [at, line] of order.lines.entries()) {
      const item = answered.items[at];
      const name = `${what}.${at}`;
      same(`${name}, id`, item.id, line.id);
      same(`${name}, quantity`, exact(item.quantity), line.quantity);
      same(`${name}, total`, cents(item.total), times(line.quantity, line.price, 2));
      same(`${name}, produced`, exact(item.produced_quantity), producedOf(line));
      same(`${name}, scheduled`, exact(item.scheduled_quantity), scheduledOf(line));
      same(`${name}, loaded`, exact(item.loaded_quantity), loadedOf(line));
      same(`${name}, delivered`, exact(item.delivered_quantity), line.delivered);
      same(`${name}, invoiced`, exact(item.invoiced_quantity), line.invoiced);
      same(`${name}, production`, item.production_status, statusOf(line));
      same(`${name}, scheduling`, item.scheduling_status, plannedOf(line));
      // A forced completion creates an operation that no client has sent.
      if (line.operations.some(({ id }) => id === 0)) {
        const operations = await ask(`/production/operations/${line.id}`);
        for (const [n, operation] of line.operations.entries()) operation.id = operations[n].id;
      }
    }
    const total = sumOf(order.lines.map((line) => times(line.quantity, line.price, 2)));
    same(`${what}, total`, cents(answered.total_amount), total);
    const open = await ask(`/packing-lists/order-items/${order.id}`);
    const left = order.lines.filter((line) => leftOf(line) > 0n);
    same(`${what}, lines to pack`, open.length, left.length);
    same(`${what}, all completed`, answered.production_status === 'completato', order.lines.every(isDone));
  });
  const lists = world.lists.map(async (list) => {
    const answered = await ask(`/packing-lists/${list.id}`);
    const what = `packing list ${list.id}`;
    same(`${what}, status`, answered.status, list.status);
    same(`${what}, invoice`, answered.invoice_id, list.invoice?.id ?? null);
    const parts = (of: { batch: string; quantity: bigint }[]) =>
      of.map(({ batch, quantity }) => `${batch} ${quantity}`).join(', ');
    const items = answered.items.map((item: Told) => ({
      batch: item.batch_number ?? '',
      quantity: exact(item.quantity),
    }));
    same(`${what}, parts`, parts(items), parts(list.parts));
    same(`${what}, total`, cents(answered.total_amount), sumOf(invoiceLines(list.parts).map(({ net }) => net)));
    same(
      `${what}, items`,
      sumOf(answered.items.map((item: Told) => cents(item.total_price))),
      cents(answered.total_amount),
    );
  });
  const invoices = world.invoices.map(async (invoice) => {
    const what = `invoice ${invoice.id}`;
    const { net, vat } = amountsOf(world, invoice.list.parts);
    const answered = [await ask(`/invoices/${invoice.id}`)];
    same(`${what}, status`, answered[0].status, invoice.status);
    same(`${what}, credit note`, answered[0].credit_note_id, invoice.credit);
    if (invoice.credit) answered.push(await ask(`/invoices/${invoice.credit}`));
    for (const one of answered) {
      same(`${what}, net`, cents(one.net_amount), net);
      same(`${what}, VAT`, cents(one.vat_amount), vat);
      same(`${what}, total`, cents(one.total_amount), net + vat);
      same(`${what}, items`, sumOf(one.items.map((item: Told) => cents(item.total_price))), net + vat);
    }
  });
  await Promise.all([stock(), ...purchases, ...orders, ...lists, ...invoices, compareRuns(world, ask, differences)]);
  return differences.found;
}

/** Returns a function that sends each read to the next server, round-robin. */
export function createAsker(clients: readonly Client[]) {
  let turn = 0;
  return async (path: string): Promise<Told> => {
    const { status, body } = await clients[turn++ % clients.length]!.send('GET', path);
    if (status !== 200) throw new Error(`GET ${path}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
}

function cents(number: number) {
  return exact(number, 2);
}
