import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { PackingList } from '@bobina/contract/sales/packing-lists.ts';
import type { Chance } from '../chance.ts';
import type { Office, WorkingDay } from './topic.ts';

/** Approximate prices of a unit, by family. */
const PRICES: Record<string, readonly [number, number]> = { Fogli: [14, 48], Sacchetti: [11, 36], Rotoli: [1.2, 7.5] };

interface Sale {
  customer_id: number;
  lines: number;
  /** Of each line; a random one if it is left out. */
  quantity?: number;
  /** Units of the customer's currency for 1 EUR: its prices are in it. */
  rate?: number;
  /** Further fields of the order. */
  order?: object;
}

interface OrderDays {
  order_date: string;
  requested_delivery_date: string;
}

/** Enters an order, what is produced for it, and its packing list. */
export async function sell(
  office: Office,
  chance: Chance,
  { day }: Pick<WorkingDay, 'day'>,
  sale: Sale,
): Promise<PackingList> {
  const { call, finishedGoods } = office;
  const order = await orderAndProduce(office, chance, { order_date: day, requested_delivery_date: day }, sale);
  return call<PackingList>('POST', '/packing-lists', {
    customer_id: order.customer_id,
    order_id: order.id,
    items: order.items.map(({ id, quantity }) => ({ order_item_id: id, quantity, warehouse_id: finishedGoods })),
    reason: 'Vendita',
    appearance: 'Bancali',
    packages: chance.whole(1, 8),
    transport_date: day,
  });
}

/** Enters an order and loads what is produced for it. */
export async function orderAndProduce(
  office: Office,
  chance: Chance,
  days: OrderDays,
  sale: Sale,
): Promise<CustomerOrder> {
  const order = await takeOrder(office, chance, days, sale);
  for (const { id } of order.items)
    await office.call('POST', `/production/force-completion/${id}`, { warehouse_id: office.finishedGoods });
  return order;
}

/** Enters an order. */
export async function takeOrder(
  { call, products }: Office,
  chance: Chance,
  days: OrderDays,
  { customer_id, lines, quantity, rate = 1, order: header }: Sale,
): Promise<CustomerOrder> {
  const items = chance.some(products, lines).map(({ id, category, unit_of_measure }) => {
    const [low, high] = PRICES[category]!;
    return {
      product_id: id,
      quantity: quantity ?? (unit_of_measure === 'piece' ? chance.whole(2, 16) * 50 : chance.whole(2, 18) * 10),
      unit_price: Math.round((low + chance.next() * (high - low)) * rate * 100) / 100,
    };
  });
  return call<CustomerOrder>('POST', '/customer-orders', { customer_id, ...days, ...header, items });
}

/** Invoices a packing list and sends the invoice. */
export async function invoiceAndSend({ call }: Office, list: PackingList, body: object = {}): Promise<Invoice> {
  const { id } = await call<Invoice>('POST', `/invoices/from-packing-list/${list.id}`, body);
  return call<Invoice>('PUT', `/invoices/${id}/status`, { status: 'sent' });
}
