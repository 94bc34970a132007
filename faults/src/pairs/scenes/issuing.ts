/** Scenes of issued documents: invoices of several packing lists, files, receipts, credits with goods back, reissue. */
import { receiptOf } from '../../../../server/src/testing/receipts.ts';
import { today } from '../../company.ts';
import { act, type Cell, type Maker, type Scene } from '../scene.ts';

async function build(maker: Maker): Promise<Cell> {
  const customer = await maker.customer({
    codice_destinatario: 'M5UXCR1',
    modalita_pagamento: 'MP05',
    vat_number: '01234567897',
    zip_code: '50100',
    province: 'FI',
  });
  const [product, warehouse] = [await maker.product(), await maker.warehouse()];
  await maker.move('C', product, warehouse, 100);
  const pack = async (quantity: number) => {
    const order = await maker.ask('POST', '/customer-orders', {
      customer_id: customer,
      order_date: '2026-03-01',
      requested_delivery_date: '2026-03-20',
      items: [{ product_id: product, quantity, unit_price: 3.335 }],
    });
    const items = [{ order_item_id: order.items[0].id, quantity, warehouse_id: warehouse }];
    return maker.ask('POST', '/packing-lists', { customer_id: customer, order_id: order.id, items });
  };
  const sent = async (quantity: number) => {
    const list = await pack(quantity);
    const { id } = await maker.ask('POST', `/invoices/from-packing-list/${list.id}`, {});
    const invoice = await maker.ask('PUT', `/invoices/${id}/status`, { status: 'sent' });
    const [file] = await maker.ask('GET', `/invoices/${id}/files`);
    if (!file) throw new Error('the invoice has no file: data of the company or the customer are missing');
    return { ...invoice, file };
  };
  const [issued, rejected] = [await sent(4), await sent(2)];
  await maker.ask('POST', '/transmissions/receipts', receipts([receiptOf.NS(rejected.file)]));
  const [one, two, three] = [await pack(1), await pack(2), await pack(3)];
  const draft = await maker.ask('POST', '/invoices/from-packing-lists', { packing_list_ids: [one.id, two.id] });
  const delivery = receipts([receiptOf.RC(issued.file)]);
  return maker.done({
    customer,
    issued,
    rejected: await maker.ask('GET', `/invoices/${rejected.id}`),
    one,
    three,
    four: await pack(1.5),
    draft,
    delivery,
    rejection: receipts([receiptOf.NS(issued.file)]),
    late: receipts([receiptOf.RC(rejected.file)]),
  });
}

function receipts(contents: readonly string[]) {
  return {
    files: contents.map((content, at) => ({ name: `R_${at}.xml`, content: Buffer.from(content).toString('base64') })),
  };
}
function path(kind: string, name: string, tail = '') {
  return (at: Cell['at']) => `/${kind}/${at[name].id ?? at[name]}${tail}`;
}
function takes(name: string) {
  return [() => '/transmissions/receipts', (at: Cell['at']) => at[name] as object] as const;
}
function credits(quantity: number, goods_back: boolean) {
  return (at: Cell['at']) => ({ items: [{ invoice_item_id: at.issued.items[0].id, quantity }], goods_back });
}

export const issuing: Scene = {
  name: 'issuing',
  isBuiltAnew: true,
  // Building three cells takes seconds.
  share: 1 / 3,
  build,
  acts: [
    act('send', 'orders', 'PUT', path('invoices', 'draft', '/status'), () => ({ status: 'sent' })),
    act(
      'send in bulk',
      'sales',
      'POST',
      () => '/invoices/bulk/send',
      (at) => ({ ids: [at.draft.id] }),
    ),
    act('notes of the draft', 'sales', 'PUT', path('invoices', 'draft'), () => ({ notes: 'Grazie' })),
    act('delete the draft', 'orders', 'DELETE', path('invoices', 'draft')),
    act('cancel a billed packing list', 'orders', 'DELETE', path('packing-lists', 'one')),
    act('cancel a free packing list', 'sales', 'DELETE', path('packing-lists', 'three')),
    act(
      'bill two packing lists',
      'orders',
      'POST',
      () => '/invoices/from-packing-lists',
      (at) => ({ packing_list_ids: [at.three.id, at.four.id] }),
    ),
    act(
      'bill all of the customer',
      'sales',
      'POST',
      () => '/invoices/bulk/from-packing-lists',
      (at) => ({ until: today(), customer_ids: [at.customer] }),
    ),
    act(
      'credit 3 with the goods',
      'administration',
      'POST',
      path('invoices', 'issued', '/credit-note'),
      credits(3, true),
    ),
    act('credit 2', 'direction', 'POST', path('invoices', 'issued', '/credit-note'), credits(2, false)),
    act('credit in full', 'admin', 'POST', path('invoices', 'issued', '/credit-note'), () => ({})),
    act('hand over', 'sales', 'POST', path('invoices', 'issued', '/transmissions'), () => ({ event: 'handed_over' })),
    act('receipt of delivery', 'orders', 'POST', ...takes('delivery')),
    act('receipt of rejection', 'administration', 'POST', ...takes('rejection')),
    act('late receipt of the rejected', 'sales', 'POST', ...takes('late')),
    act('issue again', 'administration', 'PUT', path('invoices', 'rejected', '/reissue'), () => ({
      notes: 'Corretta',
    })),
    act('issue again as read', 'direction', 'PUT', path('invoices', 'rejected', '/reissue'), () => ({ cig: 'Z1' }), {
      version: (at) => at.rejected.version,
    }),
    act('send by PEC', 'sales', 'POST', path('invoices', 'issued', '/pec'), () => ({})),
    act(
      'send both by PEC',
      'administration',
      'POST',
      () => '/invoices/bulk/pec',
      (at) => ({ ids: [at.issued.id, at.rejected.id] }),
    ),
    act('write the file', 'orders', 'POST', path('invoices', 'issued', '/files'), () => ({})),
  ],
};
