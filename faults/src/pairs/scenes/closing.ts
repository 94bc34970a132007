/** Scenes of closed periods: closing beside the acts that are dated in the period, or moved into or out of it. */
import { addDays } from '@bobina/contract/core/dates.ts';
import { act, moveOf, type Cell, type Maker, type Scene } from '../scene.ts';

/**
 * A closing applies to the whole company, and its day only increases. So each cell has days of its own, after those of all
 * earlier cells and long before those of the other scenes.
 */
const FIRST = '2001-01-01';
const DAYS = 8;
let cells = 0;

async function build(maker: Maker): Promise<Cell> {
  const [before, inside, last, open] = [1, 2, 3, 6].map((at) => addDays(FIRST, cells * DAYS + at)) as [
    string,
    string,
    string,
    string,
  ];
  cells++;
  const customer = await maker.customer({ abi: '03069', cab: '09606', bank: 'Intesa Sanpaolo' });
  const [product, warehouse] = [await maker.product(), await maker.warehouse()];
  const move = (movement_date: string, quantity: number) =>
    maker.move('C', product, warehouse, quantity, { movement_date });
  const [stock, movement, later] = [await move(before, 50), await move(inside, 20), await move(open, 10)];
  const order = await maker.ask('POST', '/customer-orders', {
    customer_id: customer,
    order_date: '2026-03-01',
    requested_delivery_date: '2026-03-20',
    items: [{ product_id: product, quantity: 1, unit_price: 10 }],
  });
  const items = [{ order_item_id: order.items[0].id, quantity: 1, warehouse_id: warehouse }];
  const list = await maker.ask('POST', '/packing-lists', { customer_id: customer, order_id: order.id, items });
  const { id } = await maker.ask('POST', `/invoices/from-packing-list/${list.id}`, {});
  const invoice = await maker.ask('PUT', `/invoices/${id}/status`, { status: 'sent' });
  const slip = await maker.ask('POST', '/bank/slips', { kind: 'riba', ids: [invoice.id] });
  return maker.done({
    ...{ customer, product, warehouse, stock, movement, later, invoice },
    days: { before, inside, last, open },
    payment: await maker.ask('POST', '/payments', { customer_id: customer, day: inside, amount: 30 }),
    slip: await maker.ask('PUT', `/bank/slips/${slip.id}`, { state: 'presented' }),
  });
}

function closes(day: string) {
  return ['POST', () => '/accounting/periods', (at: Cell['at']) => ({ until: at.days[day] })] as const;
}
function pays(day: string, amount: number) {
  return [
    'POST',
    () => '/payments',
    (at: Cell['at']) => ({ customer_id: at.customer, day: at.days[day], amount }),
  ] as const;
}
function moves(type: 'C' | 'S', day: string, quantity: number) {
  return [
    'POST',
    () => '/stock-movements',
    (at: Cell['at']) => moveOf(type, at.product, at.warehouse, quantity, { movement_date: at.days[day] }),
  ] as const;
}
function changes(name: string, change: (at: Cell['at']) => object) {
  return ['PUT', (at: Cell['at']) => `/stock-movements/${at[name].id}`, change] as const;
}

export const closing: Scene = {
  name: 'closing',
  isBuiltAnew: true,
  // Building three cells takes seconds.
  share: 1 / 3,
  build,
  acts: [
    act('close', 'administration', ...closes('last')),
    act('close less', 'direction', ...closes('before')),
    act('close up to the middle', 'admin', ...closes('inside')),
    act('pay in the period', 'administration', ...pays('inside', 11)),
    act('pay on its last day', 'direction', ...pays('last', 12)),
    act('pay after it', 'admin', ...pays('open', 13)),
    act('reverse the payment', 'administration', 'DELETE', (at) => `/payments/${at.payment.id}`),
    act(
      'allot the payment',
      'direction',
      'PUT',
      (at) => `/payments/${at.payment.id}`,
      (at) => ({ allocations: [{ invoice_id: at.invoice.id, amount: 5 }] }),
    ),
    act(
      'credit the slip in the period',
      'administration',
      'PUT',
      (at) => `/bank/slips/${at.slip.id}`,
      (at) => ({ state: 'credited', day: at.days.last }),
    ),
    act('load in the period', 'warehouse', ...moves('C', 'inside', 5)),
    act('load after it', 'orders', ...moves('C', 'open', 6)),
    act('unload in the period', 'sales', ...moves('S', 'last', 7)),
    act('move it out of the period', 'warehouse', ...changes('movement', (at) => ({ movement_date: at.days.open }))),
    act('move one into the period', 'orders', ...changes('later', (at) => ({ movement_date: at.days.inside }))),
    act('note on it', 'sales', ...changes('movement', () => ({ notes: 'contato' }))),
    act('delete it', 'warehouse', 'DELETE', (at) => `/stock-movements/${at.movement.id}`),
    act('delete the one after it', 'orders', 'DELETE', (at) => `/stock-movements/${at.later.id}`),
  ],
};
