/** Random histories of invoicing, payments and credits against a plain model in cents, which shares no code with the server. */
import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { Payment } from '@bobina/contract/sales/payments.ts';
import { Client } from 'pg';
import { createChance, type Chance } from '../demo/chance.ts';
import { startApi } from '../testing/api.ts';
import { completeCompany, createCustomer } from '../testing/factories.ts';
import { matrixTest } from '../testing/matrix.ts';
import { sell, send } from '../testing/invoiced.ts';
import { findDifferences } from './differences.ts';

const api = startApi();
const DAILY = 3;
const MATRIX = 36;
const STEPS = 18;
/** Few, so that several payments and credits meet at one. */
const MOST_BILLS = 2;
const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' }).format(new Date());

/** Amounts in cents. */
interface Bill {
  id: number;
  line: number;
  total: number;
  /** Of the only line, without VAT. */
  net: number;
  credited: number;
  cancelled: boolean;
}
/** A part of a payment at an invoice, in the order in which it was allotted. */
interface Part {
  payment: Receipt;
  bill: Bill;
  amount: number;
}
interface Receipt {
  id: number;
  amount: number;
  isMark: boolean;
  reversed: boolean;
}

/** The expected debt of the customer: a list of parts. */
class Model {
  readonly bills: Bill[] = [];
  readonly receipts: Receipt[] = [];
  parts: Part[] = [];

  paid(bill: Bill): number {
    return total(this.parts.filter((part) => part.bill === bill));
  }
  open(bill: Bill): number {
    return bill.cancelled ? 0 : Math.max(0, bill.total - bill.credited - this.paid(bill));
  }
  left(receipt: Receipt): number {
    return receipt.reversed ? 0 : receipt.amount - total(this.parts.filter(({ payment }) => payment === receipt));
  }
  status(bill: Bill): string {
    if (bill.cancelled) return 'cancelled';
    if (this.paid(bill) === 0) return 'sent';
    return this.open(bill) === 0 ? 'paid' : 'partly_paid';
  }
  /** Takes parts away, the newest payment first, until `amount` is freed. */
  free(bill: Bill, amount: number): void {
    let left = amount;
    for (const part of this.parts.filter((one) => one.bill === bill).toReversed()) {
      const freed = Math.min(part.amount, left);
      part.amount -= freed;
      left -= freed;
    }
    this.parts = this.parts.filter((part) => part.amount > 0);
  }
  reverse(receipt: Receipt): void {
    receipt.reversed = true;
    this.parts = this.parts.filter(({ payment }) => payment !== receipt);
  }
}
function total(parts: readonly Part[]): number {
  return parts.reduce((sum, { amount }) => sum + amount, 0);
}
function cents(amount: number): number {
  return Math.round(amount * 100);
}

async function play(seed: number): Promise<void> {
  const chance = createChance(seed);
  const model = new Model();
  const customer = await createCustomer(api.admin, { country_code: 'IT', vat_code: 'N3.1' });
  const bill = async () => {
    const unit_price = chance.whole(100, 99_999) / 100;
    const { invoice } = await sell(api, [{ quantity: 1, unit_price }], { of: customer });
    const { id, items } = await send(api.sales, invoice.id);
    const net = cents(unit_price);
    model.bills.push({ id, line: items[0]!.id, total: net, net, credited: 0, cancelled: false });
  };
  await bill();
  // Every history begins with a bill that several payments settle and a credit then takes from the newest of them.
  const [first] = model.bills;
  for (const [act, choice] of [
    ['pay', 1],
    ['pay', 1],
    ['pay', 2],
    ['credit', 1],
  ] as const) {
    const chosen = {
      ...chance,
      pick: <T>(items: readonly T[]) => items.at(items.length === 3 && act === 'pay' ? 0 : choice)!,
    };
    await ACTS[act](model, first!, chosen, customer.id);
  }
  await compare(model, customer.id, `seed ${seed}: the beginning`);
  const done: string[] = [];
  for (let step = 0; step < STEPS; step++) {
    const act = chance.pick([
      'bill',
      'pay',
      'pay',
      'pay',
      'allot',
      'reverse',
      'credit',
      'mark',
      'unmark',
      'cancel',
    ] as const);
    const one = model.bills.findLast(({ cancelled }) => !cancelled && chance.next() < 0.7) ?? chance.pick(model.bills);
    done.push(`${act} ${model.bills.indexOf(one)}`);
    if (act !== 'bill') await ACTS[act](model, one, chance, customer.id);
    else if (model.bills.filter(({ cancelled }) => !cancelled).length < MOST_BILLS) await bill();
    await compare(model, customer.id, `seed ${seed}: ${done.join(', ')}`);
  }
}

type Play = (model: Model, bill: Bill, chance: Chance, customer: number) => Promise<void>;
const ACTS: Record<'pay' | 'allot' | 'reverse' | 'credit' | 'mark' | 'unmark' | 'cancel', Play> = {
  /** Pays a part, the whole, or more, which is refused; the rest of the money is an advance. */
  pay: async (model, bill, chance, customer_id) => {
    const open = model.open(bill);
    const part = chance.pick([chance.whole(1, Math.max(1, open)), Math.ceil(open / 3), open, open + 1]);
    const amount = part + chance.pick([0, 0, 500]);
    if (part === 0) return;
    const { status, body } = await api.administration.post<Payment>('/payments', {
      customer_id,
      day: today,
      amount: amount / 100,
      allocations: [{ invoice_id: bill.id, amount: part / 100 }],
    });
    const isRefused = bill.cancelled || part > open;
    assert.equal(status >= 400, isRefused, JSON.stringify(body));
    if (isRefused) return;
    const receipt = { id: body.id, amount, isMark: false, reversed: false };
    model.receipts.push(receipt);
    model.parts.push({ payment: receipt, bill, amount: part });
  },
  allot: async (model, bill) => {
    const receipt = model.receipts.find((one) => model.left(one) > 0);
    const amount = receipt ? Math.min(model.left(receipt), model.open(bill)) : 0;
    if (!receipt || amount === 0) return;
    const allocations = [{ invoice_id: bill.id, amount: amount / 100 }];
    const { status, body } = await api.administration.put(`/payments/${receipt.id}`, { allocations });
    assert.equal(status, 200, JSON.stringify(body));
    model.parts.push({ payment: receipt, bill, amount });
  },
  reverse: async (model, _bill, chance) => {
    if (model.receipts.length === 0) return;
    const receipt = chance.pick(model.receipts);
    const { status } = await api.administration.delete(`/payments/${receipt.id}`);
    assert.equal(status, receipt.reversed ? 409 : 204);
    model.reverse(receipt);
  },
  /** Credits a part of the line; the part above the open amount becomes an advance. */
  credit: async (model, bill, chance) => {
    const amount = chance.pick([
      chance.whole(1, Math.max(1, bill.net + 10)),
      Math.ceil(bill.net / 4),
      model.open(bill) + 1,
    ]);
    const { status, body } = await api.administration.post(`/invoices/${bill.id}/credit-note`, {
      items: [{ invoice_item_id: bill.line, amount: amount / 100 }],
    });
    const isRefused = bill.cancelled || amount > bill.net;
    assert.equal(status >= 400, isRefused, JSON.stringify(body));
    if (isRefused) return;
    const excess = Math.max(0, amount - model.open(bill));
    bill.net -= amount;
    bill.credited += amount;
    model.free(bill, excess);
  },
  mark: async (model, bill) => {
    const open = model.open(bill);
    // An invoice over nothing that is open would be marked by a payment of 0.
    if (open === 0) return;
    const { status } = await api.administration.put(`/invoices/${bill.id}/status`, { status: 'paid' });
    assert.equal(status, 200);
    const [payment] = (await api.administration.get<Payment[]>(`/payments?invoice_id=${bill.id}&sort=-created_at`))
      .body;
    const receipt = { id: payment!.id, amount: open, isMark: true, reversed: false };
    model.receipts.push(receipt);
    model.parts.push({ payment: receipt, bill, amount: open });
  },
  /** Reverses the payment that marks it paid, unless it pays another invoice too; other money becomes an advance. */
  unmark: async (model, bill) => {
    if (model.paid(bill) === 0) return;
    const { status } = await api.administration.put(`/invoices/${bill.id}/status`, { status: 'sent' });
    assert.equal(status, 200);
    const marks = model.parts.filter((part) => part.bill === bill && part.payment.isMark).map(({ payment }) => payment);
    for (const mark of marks)
      if (!model.parts.some((part) => part.payment === mark && part.bill !== bill)) model.reverse(mark);
    model.parts = model.parts.filter((part) => part.bill !== bill);
  },
  /** A full credit cancels only an invoice without credits and payments. */
  cancel: async (model, bill, chance) => {
    if (bill.credited > 0 || chance.next() < 0.8) return;
    const { status } = await api.administration.post(`/invoices/${bill.id}/credit-note`, {});
    const isRefused = bill.cancelled || model.paid(bill) > 0;
    assert.equal(status, isRefused ? 409 : 201);
    if (!isRefused) bill.cancelled = true;
  },
};

/** Compares every invoice and payment, and the debt of the customer. */
async function compare(model: Model, customer: number, history: string): Promise<void> {
  for (const bill of model.bills) {
    const { status, paid_amount, open_amount } = (await api.admin.get<Invoice>(`/invoices/${bill.id}`)).body;
    assert.deepEqual(
      [status, cents(paid_amount), cents(open_amount)],
      [model.status(bill), model.paid(bill), model.open(bill)],
      history,
    );
  }
  const payments = (await api.admin.get<Payment[]>(`/payments?customer_id=${customer}&limit=500`)).body;
  const found = payments.map(({ id, unallocated_amount }) => [id, cents(unallocated_amount)]);
  const wanted = model.receipts.map((receipt) => [receipt.id, model.left(receipt)]);
  const byId = ([a]: number[], [b]: number[]) => a! - b!;
  assert.deepEqual(found.toSorted(byId), wanted.toSorted(byId), history);
  const [row] = (await api.admin.get(`/aging?customer_id=${customer}`)).body;
  const owed = model.bills.reduce((sum, bill) => sum + model.open(bill), 0);
  assert.equal(cents(row?.total ?? 0), owed, history);
}

describe('random histories of invoicing', () => {
  before(async () => {
    await completeCompany(api.admin);
    await api.admin.post('/vat-codes', { code: 'N3.1', rate: 0, natura: 'N3.1', description: 'Esportazioni' });
  });

  const playAll = async (first: number, count: number) => {
    for (let seed = first; seed < first + count; seed++) await play(seed);
    const client = new Client({ connectionString: api.databaseUrl });
    await client.connect();
    try {
      assert.deepEqual(await findDifferences(client), []);
    } finally {
      await client.end();
    }
  };
  test('equal a plain model after every act, and verify finds no difference', () => playAll(1, DAILY));
  matrixTest('more of them equal it too', () => playAll(1001, MATRIX));
});
