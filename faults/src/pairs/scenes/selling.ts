/** Scenes of customers' orders, packing lists, invoices and credit notes. */
import { today } from '../../company.ts';
import { act, moveOf, PAST, type Cell, type Maker, type Scene } from '../scene.ts';

async function build(maker: Maker): Promise<Cell> {
  const term = await maker.ask('POST', '/condizioni-pagamento', { descrizione: '60 giorni', giorni_differita: 60 });
  const [customer, other] = [
    await maker.customer({ tipo_pagamento_id: term.id, vat_code: '22' }),
    await maker.customer(),
  ];
  const destination = await maker.ask('POST', '/destinazioni-merce', { customer_id: customer, indirizzo: 'Via 1' });
  const batched = await maker.product({ has_batch: true, has_expiry_date: true });
  const [plain, fleeting] = [await maker.product({ unit_of_measure: 'l' }), await maker.product()];
  const [warehouse, second] = [await maker.warehouse(), await maker.warehouse()];
  const batch = (batch_number: string, expiry_date: string) => ({ batch_number, expiry_date });
  await maker.move('C', batched, warehouse, 6.5, batch('L1', '2027-01-31'));
  await maker.move('C', batched, warehouse, 6, batch('L2', '2027-02-28'));
  await maker.move('C', plain, warehouse, 20);
  await maker.move('C', fleeting, second, 2);
  const sell = (items: object[]) =>
    maker.ask('POST', '/customer-orders', {
      customer_id: customer,
      order_date: '2026-03-01',
      requested_delivery_date: '2026-03-20',
      items,
    });
  const pack = (order: Cell['at'], line: number, quantity: number, warehouse_id = warehouse) =>
    maker.ask('POST', '/packing-lists', {
      customer_id: customer,
      order_id: order.id,
      items: [{ order_item_id: order.items[line].id, quantity, warehouse_id }],
    });
  const order = await sell([
    { product_id: batched, quantity: 10.5, unit_price: 1.255 },
    { product_id: plain, quantity: 5, unit_price: 0.333 },
  ]);
  const invoiced = await sell([{ product_id: plain, quantity: 6, unit_price: 0.335 }]);
  const returned = await sell([
    { product_id: fleeting, quantity: 2, unit_price: 3 },
    { product_id: plain, quantity: 1, unit_price: 3 },
  ]);
  // Delivered, invoiced and paid: the customer has nothing open.
  const packed = await pack(order, 0, 4.5);
  const drafted = await pack(invoiced, 0, 1.005);
  const billed = await pack(invoiced, 0, 2.5);
  const back = await pack(returned, 0, 2, second);
  await maker.ask('DELETE', `/packing-lists/${back.id}`);
  await maker.move('S', fleeting, second, 2);
  const draft = await maker.ask('POST', `/invoices/from-packing-list/${drafted.id}`, {});
  const sent = await maker.ask('POST', `/invoices/from-packing-list/${billed.id}`, {});
  await maker.ask('PUT', `/invoices/${sent.id}/status`, { status: 'sent' });
  return maker.done({
    term,
    customer,
    other,
    destination,
    batched,
    plain,
    fleeting,
    warehouse,
    second,
    packed,
    drafted,
    order: await maker.ask('GET', `/customer-orders/${order.id}`),
    invoiced: await maker.ask('GET', `/customer-orders/${invoiced.id}`),
    returned: await maker.ask('GET', `/customer-orders/${returned.id}`),
    draft,
    sent: await maker.ask('GET', `/invoices/${sent.id}`),
    code: (await maker.ask('GET', `/products/${plain}`)).code,
  });
}

function packs(order: string, line: number, quantity: number, given: object = {}, warehouse = 'warehouse') {
  return [
    () => '/packing-lists',
    (at: Cell['at']) => ({
      customer_id: at.customer,
      order_id: at[order].id,
      items: [{ order_item_id: at[order].items[line].id, quantity, warehouse_id: at[warehouse], ...given }],
    }),
  ] as const;
}
function lines(order: string, change: (...items: Cell['at'][]) => object[]) {
  return (at: Cell['at']) => ({
    items: change(
      ...at[order].items.map((item: Cell['at']) => ({
        id: item.id,
        product_id: item.product_id,
        quantity: item.quantity,
        unit_price: item.unit_price,
      })),
    ),
  });
}
function path(kind: string, name: string, tail = '') {
  return (at: Cell['at']) => `/${kind}/${at[name].id ?? at[name]}${tail}`;
}
function status(invoice: string, to: string, versioned = false) {
  return [
    'PUT',
    path('invoices', invoice, '/status'),
    () => ({ status: to }),
    versioned ? { version: (at: Cell['at']) => at[invoice].version as number } : {},
  ] as const;
}
function imported(number: string) {
  return (at: Cell['at']) => ({
    customerId: at.customer,
    orders: [1, 2].map((quantita) => ({
      numero_ordine_cliente: number,
      data_ordine: '2026-03-01',
      data_consegna: '2026-03-20',
      codice_prodotto: at.code,
      quantita,
      prezzo_unitario: 2.555,
    })),
  });
}

export const selling: Scene = {
  name: 'selling',
  build,
  acts: [
    act('pack 6', 'orders', 'POST', ...packs('order', 0, 6)),
    act('pack 4 of L2', 'sales', 'POST', ...packs('order', 0, 4, { batch_number: 'L2' })),
    act('pack the plain', 'admin', 'POST', ...packs('order', 1, 5)),
    act(
      'pack it for the destination',
      'orders',
      'POST',
      () => '/packing-lists',
      (at) => ({ ...packs('order', 1, 2.5)[1](at), destination_id: at.destination.id }),
    ),
    act('pack the rest of the invoiced', 'orders', 'POST', ...packs('invoiced', 0, 2.495)),
    act('cancel the packing list', 'orders', 'DELETE', path('packing-lists', 'packed')),
    act('cancel the drafted one', 'sales', 'DELETE', path('packing-lists', 'drafted')),
    act('draft', 'orders', 'POST', path('invoices/from-packing-list', 'packed'), () => ({})),
    act('draft, due in 2027', 'sales', 'POST', path('invoices/from-packing-list', 'packed'), () => ({
      due_date: '2027-12-31',
    })),
    act('draft the drafted again', 'orders', 'POST', path('invoices/from-packing-list', 'drafted'), () => ({})),
    act('send', 'orders', ...status('draft', 'sent')),
    act('send as read', 'direction', ...status('draft', 'sent', true)),
    act('cancel the draft', 'sales', ...status('draft', 'cancelled')),
    act('delete the draft', 'orders', 'DELETE', path('invoices', 'draft')),
    act('pay', 'administration', ...status('sent', 'paid')),
    act('not paid', 'admin', ...status('sent', 'sent')),
    act('credit', 'administration', 'POST', path('invoices', 'sent', '/credit-note'), () => ({})),
    act(
      'draft the billed again',
      'orders',
      'POST',
      (at) => `/invoices/from-packing-list/${at.sent.packing_list_id}`,
      () => ({}),
    ),
    act(
      'order 12',
      'orders',
      'PUT',
      path('customer-orders', 'order'),
      lines('order', (a, b) => [{ ...a, quantity: 12 }, b]),
    ),
    act(
      'order 4.5',
      'sales',
      'PUT',
      path('customer-orders', 'order'),
      lines('order', (a, b) => [{ ...a, quantity: 4.5 }, b]),
      { version: (at) => at.order.version },
    ),
    act(
      'drop the plain',
      'orders',
      'PUT',
      path('customer-orders', 'order'),
      lines('order', (a) => [a]),
    ),
    act(
      'dearer',
      'orders',
      'PUT',
      path('customer-orders', 'order'),
      lines('order', (a, b) => [{ ...a, unit_price: 9.875 }, b]),
      { version: (at) => at.order.version },
    ),
    act('close the lines', 'sales', 'PUT', path('customer-orders', 'order', '/closed-lines'), (at) => ({
      items: at.order.items.map(({ id }: { id: number }) => id),
    })),
    act('order for another', 'orders', 'PUT', path('customer-orders', 'order'), (at) => ({ customer_id: at.other })),
    act('delete the order', 'orders', 'DELETE', path('customer-orders', 'order')),
    act('delete the returned', 'sales', 'DELETE', path('customer-orders', 'returned')),
    act(
      'delete the returned goods',
      'orders',
      'PUT',
      path('customer-orders', 'returned'),
      lines('returned', (_a, b) => [b]),
    ),
    act('returned for another', 'orders', 'PUT', path('customer-orders', 'returned'), (at) => ({
      customer_id: at.other,
    })),
    act('number of the returned', 'orders', 'PUT', path('customer-orders', 'returned'), () => ({
      customer_order_number: 'X1',
    })),
    act(
      'new order',
      'sales',
      'POST',
      () => '/customer-orders',
      (at) => ({
        customer_id: at.customer,
        order_date: '2026-03-01',
        requested_delivery_date: '2026-03-20',
        items: [{ product_id: at.fleeting, quantity: 0.125, unit_price: 0.5 }],
      }),
    ),
    act('import X1', 'orders', 'POST', () => '/customer-orders/bulk-import', imported('X1')),
    act('import x1', 'sales', 'POST', () => '/customer-orders/bulk-import', imported('x1')),
    act('delete the customer', 'orders', 'DELETE', path('customers', 'customer')),
    act('delete the other customer', 'orders', 'DELETE', path('customers', 'other')),
    act('deactivate the customer', 'sales', 'PUT', path('customers', 'customer'), () => ({ is_active: false })),
    act('customer in dollars', 'orders', 'PUT', path('customers', 'customer'), () => ({ valuta: 'USD' })),
    act('customer without term', 'direction', 'PUT', path('customers', 'customer'), () => ({
      tipo_pagamento_id: null,
    })),
    act('term for the other customer', 'orders', 'PUT', path('customers', 'other'), (at) => ({
      tipo_pagamento_id: at.term.id,
    })),
    act('delete the term', 'orders', 'DELETE', path('condizioni-pagamento', 'term')),
    act('delete the destination', 'orders', 'DELETE', path('destinazioni-merce', 'destination')),
    act('move the destination', 'orders', 'PUT', path('destinazioni-merce', 'destination'), (at) => ({
      customer_id: at.other,
    })),
    act('delete the plain product', 'orders', 'DELETE', path('products', 'plain')),
    act('delete the fleeting product', 'orders', 'DELETE', path('products', 'fleeting')),
    act('deactivate the plain product', 'orders', 'PUT', path('products', 'plain', '/status'), () => ({
      status: 'inactive',
    })),
    act('batches for the fleeting', 'orders', 'PUT', path('products', 'fleeting'), () => ({ has_batch: true })),
    act('VAT of the plain', 'orders', 'PUT', path('products', 'plain'), () => ({ categoria_vat_codice: '4' })),
    act('delete the second warehouse', 'orders', 'DELETE', path('warehouses', 'second')),
    act('deactivate the warehouse', 'orders', 'PUT', path('warehouses', 'warehouse'), () => ({ is_active: false })),
    act(
      'unload L1',
      'warehouse',
      'POST',
      () => '/stock-movements',
      (at) =>
        moveOf('S', at.batched, at.warehouse, 2, {
          batch_number: 'L1',
          movement_date: today(),
        }),
    ),
    act(
      'unload L1 in the past',
      'warehouse',
      'POST',
      () => '/stock-movements',
      (at) => moveOf('S', at.batched, at.warehouse, 2.5, { batch_number: 'L1', movement_date: PAST }),
    ),
    act(
      'move L2',
      'warehouse',
      'POST',
      () => '/stock-movements',
      (at) => moveOf('T', at.batched, at.warehouse, 4, { batch_number: 'L2', destination_warehouse_id: at.second }),
    ),
    act(
      'no VAT by default',
      'admin',
      'PUT',
      () => '/settings',
      () => ({ default_vat_code: null }),
      { shared: true },
    ),
  ],
};
