/** Models packing lists, invoices and credit notes. */
import { leftOf } from './producing.ts';
import { least, rounded, sumOf, times } from './exact.ts';
import {
  add,
  chance,
  keyOf,
  num,
  pick,
  somePrice,
  someQuantity,
  stockOf,
  type Invoice,
  type Line,
  type Maker,
  type Packed,
  type Part,
  type World,
} from './world.ts';

const pack: Maker = (world) => {
  const order = pick(world, world.orders);
  if (!order) return undefined;
  const lines = order.lines.filter((line) => leftOf(line) > 0n && chance(world, 0.7));
  if (lines.length === 0) return undefined;
  const warehouse = pick(world, world.warehouses)!;
  const wanted = lines.map((line) => {
    const { batched } = world.products.find(({ id }) => id === line.product)!;
    const left = leftOf(line);
    const there = sumOf(batchesOf(world, line.product, warehouse).map(({ quantity }) => quantity));
    const able = chance(world, 0.8) && there > 0n ? least(left, there) : left;
    const quantity = chance(world, 0.5) ? able : someQuantity(world, 6);
    const batch = batched && chance(world, 0.4) ? pick(world, ['L0', 'L1', 'L2', 'L3', 'P1'])! : null;
    const price = chance(world, 0.2) ? somePrice(world) : line.price;
    return { line, quantity, batch: batched ? batch : '', price, left };
  });
  // Allocates lines with an explicit batch first, so that no stock is counted twice.
  const taken = new Map<string, bigint>();
  const parts: Packed[][] = [];
  let short = false;
  for (const named of [true, false])
    for (const [at, { line, quantity, batch, price }] of wanted.entries()) {
      if ((batch !== null) !== named) continue;
      const from =
        batch === null
          ? batchesOf(world, line.product, warehouse)
          : [
              {
                product: line.product,
                warehouse,
                batch,
                quantity: stockOf(world, { product: line.product, warehouse, batch }),
              },
            ];
      let left = quantity;
      parts[at] = [];
      for (const part of from) {
        const key = keyOf(part);
        const take = least(left, part.quantity - (taken.get(key) ?? 0n));
        if (take <= 0n) continue;
        taken.set(key, (taken.get(key) ?? 0n) + take);
        left -= take;
        parts[at].push({ ...part, quantity: take, line, price });
      }
      short ||= left > 0n;
    }
  return {
    name: `packing of ${order.id}`,
    method: 'POST',
    path: '/packing-lists',
    body: {
      customer_id: world.customer,
      order_id: order.id,
      items: wanted.map(({ line, quantity, batch, price }) => ({
        order_item_id: line.id,
        quantity: num(quantity),
        warehouse_id: warehouse,
        ...(batch && { batch_number: batch }),
        ...(price !== line.price && { unit_price: num(price) }),
      })),
    },
    expected: wanted.some(({ quantity, left }) => quantity > left)
      ? '409 OVER_DELIVERY'
      : short
        ? '409 INSUFFICIENT_STOCK'
        : '201',
    done: ({ id }) => {
      for (const part of parts.flat()) {
        add(world, part, -part.quantity);
        part.line.delivered += part.quantity;
        part.line.past = true;
      }
      world.lists.push({ id, order, parts: parts.flat(), status: 'issued', invoice: null });
    },
  };
};
const cancel: Maker = (world) => {
  const list = pick(world, world.lists);
  if (!list || chance(world, 0.4)) return undefined;
  return {
    name: `cancelling of packing list ${list.id}`,
    method: 'DELETE',
    path: `/packing-lists/${list.id}`,
    expected: list.status === 'cancelled' ? '409 INVALID_TRANSITION' : list.invoice ? '409 ALREADY_INVOICED' : '204',
    done: () => {
      list.status = 'cancelled';
      for (const part of list.parts) {
        add(world, part, part.quantity);
        part.line.delivered -= part.quantity;
      }
    },
  };
};
const draft: Maker = (world) => {
  const list = pick(world, world.lists);
  if (!list) return undefined;
  return {
    name: `draft of packing list ${list.id}`,
    method: 'POST',
    path: `/invoices/from-packing-list/${list.id}`,
    body: {},
    expected: list.status === 'cancelled' ? '409 INVALID_TRANSITION' : list.invoice ? '409 ALREADY_INVOICED' : '201',
    done: ({ id }) => {
      const invoice: Invoice = { id, list, status: 'draft', credit: null };
      list.invoice = invoice;
      world.invoices.push(invoice);
    },
  };
};
const STEPS = ['draft sent', 'draft cancelled', 'sent paid', 'paid sent'];
const setStatus: Maker = (world) => {
  const invoice = pick(world, world.invoices);
  if (!invoice) return undefined;
  const status = pick(world, ['sent', 'sent', 'paid', 'cancelled'] as const)!;
  const before = invoice.status;
  return {
    name: `invoice ${invoice.id} ${status}`,
    method: 'PUT',
    path: `/invoices/${invoice.id}/status`,
    body: { status },
    expected: STEPS.includes(`${before} ${status}`) ? '200' : '409 INVALID_TRANSITION',
    done: () => {
      invoice.status = status;
      if (before === 'draft' && status === 'sent') count(invoice, 1n);
      if (status === 'cancelled') invoice.list.invoice = null;
    },
  };
};
const remove: Maker = (world) => {
  const invoice = pick(world, world.invoices);
  if (!invoice || chance(world, 0.5)) return undefined;
  return {
    name: `deletion of invoice ${invoice.id}`,
    method: 'DELETE',
    path: `/invoices/${invoice.id}`,
    expected: invoice.status === 'draft' ? '204' : '409 INVALID_TRANSITION',
    done: () => {
      invoice.list.invoice = null;
      world.invoices.splice(world.invoices.indexOf(invoice), 1);
    },
  };
};
const credit: Maker = (world) => {
  const sent = world.invoices.filter(({ status }) => status === 'sent');
  const invoice = pick(world, chance(world, 0.8) ? sent : world.invoices);
  if (!invoice) return undefined;
  return {
    name: `credit of invoice ${invoice.id}`,
    method: 'POST',
    path: `/invoices/${invoice.id}/credit-note`,
    body: {},
    expected: invoice.status === 'sent' ? '201' : '409 INVALID_TRANSITION',
    done: ({ id }) => {
      invoice.status = 'cancelled';
      invoice.credit = id as number;
      invoice.list.invoice = null;
      count(invoice, -1n);
    },
  };
};

/** Groups the packed parts into invoice lines: one per order line and price. */
export function invoiceLines(parts: readonly Packed[]): { line: Line; quantity: bigint; price: bigint; net: bigint }[] {
  const lines: { line: Line; quantity: bigint; price: bigint; net: bigint }[] = [];
  for (const { line, price, quantity } of parts) {
    const same = lines.find((one) => one.line === line && one.price === price);
    if (same) same.quantity += quantity;
    else lines.push({ line, quantity, price, net: 0n });
  }
  for (const line of lines) line.net = times(line.quantity, line.price, 2);
  return lines;
}
/** Computes net and VAT in cents. VAT is rounded once per rate. */
export function amountsOf(world: World, parts: readonly Packed[]): { net: bigint; vat: bigint } {
  const nets = new Map<bigint, bigint>();
  for (const { line, net } of invoiceLines(parts)) {
    const { vat } = world.products.find(({ id }) => id === line.product)!;
    nets.set(vat, (nets.get(vat) ?? 0n) + net);
  }
  return {
    net: sumOf(nets.values()),
    vat: sumOf([...nets].map(([rate, net]) => rounded(net * rate, 4, 2))),
  };
}

export const SELLING: readonly Maker[] = [pack, pack, pack, cancel, draft, draft, setStatus, setStatus, remove, credit];

/**
 * Allocates a quantity to the batches of a product in a warehouse, earliest expiry first. A quantity without stock is
 * left out.
 */
function batchesOf(world: World, product: number, warehouse: number): Part[] {
  const far = '9999';
  return [...world.stock]
    .filter(([key, quantity]) => key.startsWith(`${product} ${warehouse} `) && quantity > 0n)
    .map(([key, quantity]) => ({ product, warehouse, batch: key.split(' ').slice(2).join(' '), quantity }))
    .map((part) => ({ part, ...(world.dates.get(`${product} ${part.batch}`) ?? { expiry: null, production: null }) }))
    .filter(({ expiry }) => expiry === null || expiry >= world.today)
    .toSorted((a, b) => {
      const [x, y] = [a, b].map(({ expiry, production, part }) =>
        [expiry ?? far, production ?? far, part.batch].join(' '),
      );
      return x! < y! ? -1 : 1;
    })
    .map(({ part }) => part);
}

function count({ list }: Invoice, sign: bigint): void {
  for (const { line, quantity } of list.parts) line.invoiced += sign * quantity;
}
