/** Scenes of receivables: payments, credits, reminders and declarations of intent. */
import { Client as Database } from 'pg';
import { today } from '../../company.ts';
import { act, type Cell, type Maker, type Scene } from '../scene.ts';

const YEAR = Number(today().slice(0, 4));

async function build(maker: Maker): Promise<Cell> {
  const [customer, exporter] = [await maker.customer(), await maker.customer({ vat_code: 'N3.5' })];
  const [product, warehouse] = [await maker.product(), await maker.warehouse()];
  await maker.move('C', product, warehouse, 100);
  const draft = async (customer_id: number, unit_price: number) => {
    const order = await maker.ask('POST', '/customer-orders', {
      customer_id,
      order_date: '2026-03-01',
      requested_delivery_date: '2026-03-20',
      items: [{ product_id: product, quantity: 10, unit_price }],
    });
    const items = [{ order_item_id: order.items[0].id, quantity: 10, warehouse_id: warehouse }];
    const list = await maker.ask('POST', '/packing-lists', { customer_id, order_id: order.id, items });
    return maker.ask('POST', `/invoices/from-packing-list/${list.id}`, {});
  };
  const sent = async (unit_price: number) => {
    const { id } = await draft(customer, unit_price);
    return maker.ask('PUT', `/invoices/${id}/status`, { status: 'sent' });
  };
  const [first, late] = [await sent(10), await draft(customer, 5)];
  await issueLate(maker.databaseUrl, late.id);
  const received = { customer_id: customer, day: today() };
  const payment = await maker.ask('POST', '/payments', {
    ...received,
    amount: 30,
    allocations: [{ invoice_id: first.id, amount: 20 }],
  });
  const advance = await maker.ask('POST', '/payments', { ...received, amount: 80 });
  const declaration = await maker.ask('POST', '/declarations-of-intent', {
    customer_id: exporter,
    protocol: `P-${exporter}`,
    day: `${YEAR}-01-01`,
    year: YEAR,
    ceiling: 150,
  });
  return maker.done({
    customer,
    exporter,
    first: await maker.ask('GET', `/invoices/${first.id}`),
    second: await maker.ask('GET', `/invoices/${late.id}`),
    payment,
    advance,
    declaration,
    spare: await maker.ask('POST', '/declarations-of-intent', {
      customer_id: exporter,
      protocol: `S-${exporter}`,
      day: `${YEAR}-01-02`,
      year: YEAR,
      ceiling: 20,
    }),
    reminder: await maker.ask('POST', '/reminders', { customer_id: customer, step: 1 }),
    // 100 and 100: the declaration covers one of them.
    exported: await draft(exporter, 10),
    exportedToo: await draft(exporter, 10),
  });
}

/** The days of an invoice of last year, whose numbers are a series of their own. */
const LATE = { issued: `${YEAR - 1}-12-01`, due: `${YEAR - 1}-12-31` };

/** Issues a draft in last year, which the API does not do, so that it is overdue. The triggers do the rest. */
async function issueLate(databaseUrl: string, draft: number): Promise<void> {
  const database = new Database(databaseUrl);
  await database.connect();
  try {
    await database.query(`begin;
      update customer_order_items i set invoiced_quantity = l.quantity from invoice_items l where l.invoice_id = ${draft} and l.order_item_id = i.id;
      update invoice_instalments set due_date = '${LATE.due}' where invoice_id = ${draft};
      update invoices set invoice_number = next_dated_number('FT', '${LATE.issued}'), status = 'sent', invoice_date = '${LATE.issued}',
        due_date = '${LATE.due}', sent_at = now(), version = version + 1 where id = ${draft};
      commit`);
  } finally {
    await database.end();
  }
}

function pays(amount: number, parts: (at: Cell['at']) => [invoice: Cell['at'], part: number][]) {
  return [
    () => '/payments',
    (at: Cell['at']) => ({
      customer_id: at.customer,
      day: today(),
      amount,
      allocations: parts(at).map(([invoice, part]) => ({ invoice_id: invoice.id, amount: part })),
    }),
  ] as const;
}
function path(kind: string, name: string, tail = '') {
  return (at: Cell['at']) => `/${kind}/${at[name].id ?? at[name]}${tail}`;
}
function credits(amount: number) {
  return (at: Cell['at']) => ({ items: [{ invoice_item_id: at.first.items[0].id, amount }] });
}

export const money: Scene = {
  name: 'money',
  isBuiltAnew: true,
  // Building three cells takes seconds.
  share: 1 / 3,
  build,
  acts: [
    act('pay 60 of the first', 'administration', 'POST', ...pays(60, (at) => [[at.first, 60]])),
    act(
      'pay both',
      'direction',
      'POST',
      ...pays(150, (at) => [
        [at.second, 61],
        [at.first, 89],
      ]),
    ),
    act('pay in advance', 'administration', 'POST', ...pays(10, () => [])),
    act('allot the advance', 'administration', 'PUT', path('payments', 'advance'), (at) => ({
      allocations: [{ invoice_id: at.first.id, amount: 70 }],
    })),
    act(
      'allot it to the second as read',
      'admin',
      'PUT',
      path('payments', 'advance'),
      (at) => ({ allocations: [{ invoice_id: at.second.id, amount: 40 }] }),
      { version: (at) => at.advance.version },
    ),
    act('reverse the payment', 'administration', 'DELETE', path('payments', 'payment')),
    act('reverse the advance', 'direction', 'DELETE', path('payments', 'advance')),
    act('mark the first as paid', 'administration', 'PUT', path('invoices', 'first', '/status'), () => ({
      status: 'paid',
    })),
    act('take the first back to sent', 'direction', 'PUT', path('invoices', 'first', '/status'), () => ({
      status: 'sent',
    })),
    act('credit 90 of the first', 'administration', 'POST', path('invoices', 'first', '/credit-note'), credits(90)),
    act('credit the second in full', 'admin', 'POST', path('invoices', 'second', '/credit-note'), () => ({})),
    act('send the export', 'orders', 'PUT', path('invoices', 'exported', '/status'), () => ({ status: 'sent' })),
    act('send the other export', 'sales', 'PUT', path('invoices', 'exportedToo', '/status'), () => ({
      status: 'sent',
    })),
    act('raise the ceiling', 'administration', 'PUT', path('declarations-of-intent', 'declaration'), () => ({
      ceiling: 200,
    })),
    act('delete the declaration', 'direction', 'DELETE', path('declarations-of-intent', 'declaration')),
    act('delete the spare declaration', 'admin', 'DELETE', path('declarations-of-intent', 'spare')),
    act(
      'declare again',
      'administration',
      'POST',
      () => '/declarations-of-intent',
      (at) => ({
        customer_id: at.exporter,
        protocol: `N-${at.exporter}`,
        day: `${YEAR}-01-03`,
        year: YEAR,
        ceiling: 100,
      }),
    ),
    act(
      'remind',
      'administration',
      'POST',
      () => '/reminders',
      (at) => ({ customer_id: at.customer, step: 2 }),
    ),
    act('send the reminder', 'direction', 'PUT', path('reminders', 'reminder', '/sent')),
    act('send the reminder as read', 'admin', 'PUT', path('reminders', 'reminder', '/sent'), undefined, {
      version: (at) => at.reminder.version,
    }),
    act('delete the reminder', 'administration', 'DELETE', path('reminders', 'reminder')),
  ],
};
