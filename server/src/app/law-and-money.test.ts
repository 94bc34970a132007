/** Plays the examples of scripts/examples/law_and_money.py, an independent program, through the API. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import { createFirstAdmin } from '../areas/identity/index.ts';
import { at } from '../platform/clock.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import { createTestDatabase, type TestDatabase } from '../testing/database.ts';
import { partyBody, productBody, warehouseBody } from '../testing/factories.ts';
import { FULL_COMPANY } from '../testing/invoiced.ts';
import { dailyOrMatrix } from '../testing/matrix.ts';
import { createApp, type App } from './create-app.ts';

interface State {
  status: string;
  paid_amount: string;
  open_amount: string;
  instalments: { due_date: string; amount: string; open_amount: string }[];
  advance: string;
}
interface Step {
  pay?: string;
  credit?: { line: number; quantity?: string; amount?: string };
  refused?: string;
  expected: State & { credit_net?: string; credit_vat?: string };
}
interface Example {
  day: string;
  currency: string;
  exchange_rate: string | null;
  lines: { quantity: string; unit_price: string; vat: string }[];
  term: {
    days: number;
    end_of_month: boolean;
    fixed: number;
    instalments?: { days: number; percent: number }[];
  };
  split_payment: boolean;
  expected: State & Record<'net_amount' | 'vat_amount' | 'total_amount' | 'total_amount_eur' | 'stamp_duty', string>;
  steps: Step[];
  aging: Record<'as_of' | (typeof BUCKETS)[number], string>;
}
interface Examples {
  invoices: Example[];
  declarations: {
    ceiling: string;
    invoices: { net: string; sent: boolean; warned: boolean; used_amount: string }[];
  };
}
const FIXTURE = path.join(import.meta.dirname, '../testing/fixtures/law-and-money.json');
const BUCKETS = ['not_due', 'days_30', 'days_60', 'days_90', 'older'] as const;
const EXAMPLES = JSON.parse(readFileSync(FIXTURE, 'utf8')) as Examples;
const CODES = ['22', '10', '4', 'N4', 'N3.1', 'N3.5'];

let database: TestDatabase;
let app: App;
let token: string;
const products = new Map<string, number>();
let warehouse: number;

// oxlint-disable-next-line no-explicit-any -- tests read any response body
type Body = any;

/** Sends a request on a day. */
function ask(day: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object) {
  return at(new Date(`${day}T11:00:00Z`), async () => {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.server.inject({ method, url: `/api${url}`, headers, ...(payload && { payload }) });
    return { status: answer.statusCode, body: answer.json() as Body, headers: answer.headers };
  });
}
async function done(day: string, method: 'GET' | 'POST' | 'PUT', url: string, payload?: object): Promise<Body> {
  const { status, body } = await ask(day, method, url, payload);
  assert.ok(status < 300, `${method} ${url}: ${JSON.stringify(body)}`);
  return body;
}

async function draft(
  day: string,
  customer: object,
  lines: Example['lines'],
  invoice: object,
): Promise<{ id: number; customer_id: number }> {
  const { id: customer_id } = await done(day, 'POST', '/customers', partyBody(customer));
  return { id: await draftFor(day, customer_id, lines, invoice), customer_id };
}
async function draftFor(day: string, customer_id: number, lines: Example['lines'], invoice: object): Promise<number> {
  const order = await done(day, 'POST', '/customer-orders', {
    customer_id,
    order_date: day,
    requested_delivery_date: day,
    items: lines.map(({ vat, quantity, unit_price }) => ({
      product_id: products.get(vat),
      quantity: Number(quantity),
      unit_price: Number(unit_price),
    })),
  });
  const list = await done(day, 'POST', '/packing-lists', {
    customer_id,
    order_id: order.id,
    items: order.items.map((item: Body) => ({
      order_item_id: item.id,
      quantity: item.quantity,
      warehouse_id: warehouse,
    })),
  });
  return (await done(day, 'POST', `/invoices/from-packing-list/${list.id}`, invoice)).id;
}

async function stateOf(day: string, id: number, customer: number): Promise<State> {
  const invoice: Invoice = await done(day, 'GET', `/invoices/${id}`);
  const payments: Body[] = await done(day, 'GET', `/payments?customer_id=${customer}`);
  const { status, paid_amount, open_amount, instalments } = invoice;
  const advance = payments.reduce((sum, payment) => sum + Math.round(payment.unallocated_amount * 100), 0) / 100;
  return numbers({ status, paid_amount, open_amount, instalments, advance }) as State;
}

/** Replaces decimal texts by numbers, so that both sides can be compared. */
function numbers(value: unknown): unknown {
  if (typeof value === 'string') return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  if (Array.isArray(value)) return value.map(numbers);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, numbers(part)]));
}

async function prepare() {
  database = await createTestDatabase();
  app = await createApp({ databaseUrl: database.url, validateAnswers: true });
  await createFirstAdmin(app.db, 'Segreta-Prova-9');
  const admin = await app.db.selectFrom('users').select('id').executeTakeFirstOrThrow();
  token = (await openSession(app.db, admin.id)).token;
  const day = '2024-01-02';
  await done(day, 'PUT', '/company', {
    ...FULL_COMPANY,
    business_name: 'Bobinificio',
    vat_number: '00743110157',
    address: 'Via 1',
    city: 'Montevarchi',
    zip_code: '52025',
  });
  await done(day, 'PUT', '/settings', { recharge_stamp_duty: true });
  const known = new Set((await done(day, 'GET', '/vat-codes')).map(({ code }: Body) => code));
  for (const code of CODES.filter((one) => !known.has(one)))
    await done(day, 'POST', '/vat-codes', {
      code,
      rate: code.startsWith('N') ? 0 : Number(code),
      ...(code.startsWith('N') && { natura: code }),
      description: code,
    });
  warehouse = (await done(day, 'POST', '/warehouses', warehouseBody())).id;
  for (const code of CODES) {
    const vat = { categoria_vat_codice: code, categoria_vat_valore: code.startsWith('N') ? 0 : Number(code) };
    const { id } = await done(day, 'POST', '/products', productBody(vat));
    products.set(code, id);
    await done(day, 'POST', '/stock-movements', {
      movement_type: 'C',
      movement_date: day,
      product_id: id,
      warehouse_id: warehouse,
      quantity: 1_000_000,
    });
  }
}

const PLACE = {
  country_code: 'IT',
  vat_number: '01234567897',
  zip_code: '50100',
  province: 'FI',
  modalita_pagamento: 'MP05',
  codice_destinatario: 'M5UXCR1',
};

describe('T42 amounts, dates and refusals equal the examples of an independent program', () => {
  before(prepare);
  after(async () => {
    await app.server.close();
    await database.drop();
  });

  for (const [index, example] of EXAMPLES.invoices.entries()) {
    const { day, currency, exchange_rate, lines, term, split_payment, expected, steps, aging } = example;
    dailyOrMatrix(
      `invoice ${index + 1} of ${day} over ${expected.total_amount} ${currency}`,
      index % 4 === 0,
      async () => {
        const { id: tipo_pagamento_id } = await done(day, 'POST', '/condizioni-pagamento', {
          descrizione: `Termine ${index}`,
          giorni_differita: term.days,
          fine_mese: term.end_of_month,
          giorno_fisso_scadenza: term.fixed,
          instalments: term.instalments ?? [],
        });
        const esigibilita = split_payment ? 'S' : 'I';
        const body = exchange_rate ? { exchange_rate: Number(exchange_rate) } : {};
        const customer = { ...PLACE, valuta: currency, tipo_pagamento_id, esigibilita };
        const { id, customer_id } = await draft(day, customer, lines, body);
        const sent: Invoice = await done(day, 'PUT', `/invoices/${id}/status`, { status: 'sent' });
        const { net_amount, vat_amount, total_amount, total_amount_eur } = sent;
        const stamp_duty = sent.items.find(({ product_id }) => product_id === null)?.net_amount ?? 0;
        const state = await stateOf(day, id, customer_id);
        assert.deepEqual(
          { net_amount, vat_amount, total_amount, stamp_duty, total_amount_eur, ...state },
          numbers(expected),
        );
        for (const { pay, credit, refused, expected: after } of steps) {
          const { credit_net, credit_vat, ...left } = after;
          if (pay !== undefined) {
            const payment = { customer_id, day, currency, amount: Number(pay) };
            const allocations = [{ invoice_id: id, amount: Number(pay) }];
            const { status, body: answer } = await ask(day, 'POST', '/payments', { ...payment, allocations });
            assert.deepEqual([status, answer.code], refused ? [409, refused] : [201, undefined]);
          } else {
            const { line, quantity, amount } = credit!;
            const part = quantity ? { quantity: Number(quantity) } : { amount: Number(amount) };
            const note: Invoice = await done(day, 'POST', `/invoices/${id}/credit-note`, {
              items: [{ invoice_item_id: sent.items[line]!.id, ...part }],
            });
            assert.deepEqual([note.net_amount, note.vat_amount], [Number(credit_net), Number(credit_vat)]);
          }
          assert.deepEqual(await stateOf(day, id, customer_id), numbers(left));
        }
        const { as_of, ...buckets } = aging;
        const rows: Body[] = await done(as_of, 'GET', `/aging?customer_id=${customer_id}`);
        const found = BUCKETS.map((name) => rows[0]?.[name] ?? 0);
        assert.deepEqual(
          found,
          BUCKETS.map((name) => Number(buckets[name])),
        );
      },
    );
  }

  test('a declaration of intent is drawn down to its ceiling and never above it', async () => {
    const { ceiling, invoices } = EXAMPLES.declarations;
    const day = '2026-01-15';
    const { id: customer_id } = await done(day, 'POST', '/customers', partyBody(PLACE));
    const declaration = await done(day, 'POST', '/declarations-of-intent', {
      customer_id,
      protocol: '08060120341234567-000001',
      day: '2026-01-02',
      year: 2026,
      ceiling: Number(ceiling),
    });
    for (const { net, sent, warned, used_amount } of invoices) {
      const id = await draftFor(day, customer_id, [{ quantity: '1', unit_price: net, vat: 'N3.5' }], {});
      const answer = await ask(day, 'PUT', `/invoices/${id}/status`, { status: 'sent' });
      assert.deepEqual([answer.status, answer.body.code], sent ? [200, undefined] : [409, 'INCOMPLETE_DOCUMENT']);
      if (!sent) assert.equal(answer.body.missing[0].field, 'declaration');
      assert.equal(JSON.stringify(answer).includes('declaration_nearly_used'), warned, net);
      const { used_amount: used } = await done(day, 'GET', `/declarations-of-intent/${declaration.id}`);
      assert.equal(used, Number(used_amount));
    }
  });

  test('the program writes the same examples again', (it) => {
    const program = path.join(import.meta.dirname, '../../../scripts/examples/law_and_money.py');
    const { status, error, stdout } = spawnSync('python3', [program, '--print'], { encoding: 'utf8' });
    if (error) return it.skip('Python 3 is not installed');
    assert.equal(status, 0);
    assert.equal(stdout, readFileSync(FIXTURE, 'utf8'));
  });
});
