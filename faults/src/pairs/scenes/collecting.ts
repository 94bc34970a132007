/** Scenes of bank slips: made, presented, credited and returned beside payments of the same invoices. */
import { today } from '../../company.ts';
import { act, PAST, type Cell, type Maker, type Scene } from '../scene.ts';

async function build(maker: Maker): Promise<Cell> {
  const customer = await maker.customer({
    abi: '03069',
    cab: '09606',
    bank: 'Intesa Sanpaolo',
    iban: 'IT33X0542811101000000123457',
    mandate_id: 'M-1',
    mandate_day: '2026-01-15',
  });
  const supplier = await maker.supplier({ iban: 'IT33X0542811101000000123457' });
  const [product, warehouse] = [await maker.product(), await maker.warehouse()];
  await maker.move('C', product, warehouse, 100);
  const sent = async (unit_price: number) => {
    const order = await maker.ask('POST', '/customer-orders', {
      customer_id: customer,
      order_date: '2026-03-01',
      requested_delivery_date: '2026-03-20',
      items: [{ product_id: product, quantity: 10, unit_price }],
    });
    const items = [{ order_item_id: order.items[0].id, quantity: 10, warehouse_id: warehouse }];
    const list = await maker.ask('POST', '/packing-lists', { customer_id: customer, order_id: order.id, items });
    const { id } = await maker.ask('POST', `/invoices/from-packing-list/${list.id}`, {});
    return maker.ask('PUT', `/invoices/${id}/status`, { status: 'sent' });
  };
  const accepted = async (number: string, unit_price: number) => {
    const lines = [{ description: 'Carta', quantity: 1, unit_price, vat_rate: 22 }];
    const { id } = await maker.ask('POST', '/purchase-invoices', {
      supplier_id: supplier,
      number,
      document_date: PAST,
      lines,
    });
    return maker.ask('PUT', `/purchase-invoices/${id}/accept`, {});
  };
  const slip = async (kind: string, ids: number[], ...states: string[]) => {
    let made = await maker.ask('POST', '/bank/slips', { kind, ids });
    for (const state of states) made = await maker.ask('PUT', `/bank/slips/${made.id}`, { state });
    return made;
  };
  const [free, slipped, first, second] = [await sent(10), await sent(5), await sent(4), await sent(3)];
  const [settled, twice] = [await sent(2), await sent(1)];
  const fresh = await slip('riba', [slipped.id]);
  const presented = await slip('riba', [first.id, second.id], 'presented');
  const credited = await slip('pain008', [settled.id], 'presented', 'credited');
  const late = await slip('riba', [twice.id], 'presented');
  await maker.ask('PUT', `/invoices/${twice.id}/status`, { status: 'paid' });
  const [bill, owed, paid] = [await accepted('B1', 70), await accepted('B2', 80), await accepted('B3', 90)];
  return maker.done({
    customer,
    supplier,
    free,
    slipped,
    first,
    settled,
    bill,
    fresh,
    presented,
    credited,
    // Paid by hand before it was credited, so its payment is an advance.
    advance: await maker.ask('PUT', `/bank/slips/${late.id}`, { state: 'credited' }),
    transfer: await slip('pain001', [owed.id], 'presented'),
    paidTransfer: await slip('pain001', [paid.id], 'presented', 'credited'),
  });
}

function moves(name: string, state: string, given: (at: Cell['at']) => object = () => ({})) {
  return ['PUT', path(name), (at: Cell['at']) => ({ state, ...given(at) })] as const;
}
function path(name: string) {
  return (at: Cell['at']) => `/bank/slips/${at[name].id}`;
}
function makes(kind: string, ...names: string[]) {
  return [
    'POST',
    () => '/bank/slips',
    (at: Cell['at']) => ({ kind, ids: names.map((name) => at[name].id as number) }),
  ] as const;
}
function payment(name: string) {
  return (at: Cell['at']) => `/payments/${at[name].items[0].payment_id}`;
}
function invoice(name: string, tail: string) {
  return (at: Cell['at']) => `/invoices/${at[name].id}${tail}`;
}
function pays(name: string, amount: number) {
  return [
    'POST',
    () => '/payments',
    (at: Cell['at']) => ({
      customer_id: at.customer,
      day: today(),
      amount,
      allocations: [{ invoice_id: at[name].id, amount }],
    }),
  ] as const;
}

export const collecting: Scene = {
  name: 'collecting',
  isBuiltAnew: true,
  // Building three cells takes seconds.
  share: 1 / 4,
  build,
  acts: [
    act('make a slip', 'administration', ...makes('riba', 'free')),
    act('make a direct debit', 'direction', ...makes('pain008', 'free')),
    act('make a slip of both', 'admin', ...makes('riba', 'free', 'slipped')),
    act('make a transfer', 'administration', ...makes('pain001', 'bill')),
    act('present the slip', 'administration', ...moves('fresh', 'presented')),
    act('present it as read', 'direction', ...moves('fresh', 'presented'), { version: (at) => at.fresh.version }),
    act('delete the slip', 'admin', 'DELETE', path('fresh')),
    act('credit the presented', 'administration', ...moves('presented', 'credited')),
    act('credit it as read', 'direction', ...moves('presented', 'credited', () => ({ day: today() })), {
      version: (at) => at.presented.version,
    }),
    act(
      'return one of it',
      'administration',
      ...moves('presented', 'unpaid', (at) => ({
        item_ids: [at.presented.items[0].id],
      })),
    ),
    act('return all of it', 'admin', ...moves('presented', 'unpaid')),
    act('return the credited', 'direction', ...moves('credited', 'unpaid')),
    act('return the advance', 'administration', ...moves('advance', 'unpaid')),
    act('reverse the credited', 'direction', 'DELETE', payment('credited')),
    act('reverse the advance', 'admin', 'DELETE', payment('advance')),
    act('allot the advance', 'administration', 'PUT', payment('advance'), (at) => ({
      allocations: [{ invoice_id: at.free.id, amount: 12 }],
    })),
    act('pay the presented by hand', 'administration', ...pays('first', 48.8)),
    act('pay a part of the slipped', 'direction', ...pays('slipped', 20)),
    act('pay the free', 'admin', ...pays('free', 122)),
    act('mark the presented as paid', 'administration', 'PUT', invoice('first', '/status'), () => ({ status: 'paid' })),
    act('take the settled back to sent', 'direction', 'PUT', invoice('settled', '/status'), () => ({ status: 'sent' })),
    act('credit the slipped in full', 'administration', 'POST', invoice('slipped', '/credit-note'), () => ({})),
    act('credit the presented in full', 'direction', 'POST', invoice('first', '/credit-note'), () => ({})),
    act('credit a part of the free', 'admin', 'POST', invoice('free', '/credit-note'), (at) => ({
      items: [{ invoice_item_id: at.free.items[0].id, amount: 30 }],
    })),
    act('credit the transfer', 'administration', ...moves('transfer', 'credited')),
    act('return the transfer', 'direction', ...moves('transfer', 'unpaid')),
    act('return the paid transfer', 'admin', ...moves('paidTransfer', 'unpaid')),
  ],
};
