import { decimalOf, round, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import type { Payment } from '@bobina/contract/sales/payments.ts';
import type { Chance } from '../chance.ts';
import { dayOf } from '../days.ts';
import { latePayers } from './late-payers.ts';
import type { Office, Topic, WorkingDay } from './topic.ts';

/** Late payers pay this many days after the due date. */
const LATE_DAYS = 110;
const BANK = { IT: 'Banca del Valdarno', FR: 'Banque du Midi' };

/**
 * On Wednesdays customers pay what is due: the instalments of one invoice or of several, all or a part. Some invoices are
 * marked as paid, some customers pay in advance, and one payment is reversed.
 */
export const payInvoices: Topic = async (office, chance) => {
  const { call } = office;
  return async (day) => {
    if (day.weekday !== 3) return;
    const due = await call<InvoiceRow[]>('GET', '/invoices?overdue=true&sort=due_date&limit=1000');
    const groups = Map.groupBy(due, ({ customer_id, currency }) => `${customer_id} ${currency}`);
    for (const invoices of groups.values()) await pay(office, chance, day, invoices.filter(isPaidNow(office, day)));
    const week = Math.floor(day.daysAgo / 7);
    if (week % 9 === 4) await payInAdvance(office, chance, day);
    if (week % 9 === 2) await allotAdvances(office);
    if (week === 6) await reverseLast(office);
  };
};

function isPaidNow(office: Office, { daysAgo }: WorkingDay) {
  const late = new Set(latePayers(office));
  const before = dayOf(daysAgo + LATE_DAYS);
  return ({ customer_id, due_date }: InvoiceRow) => !late.has(customer_id) || due_date < before;
}

async function pay(
  { call, country }: Office,
  chance: Chance,
  { day }: WorkingDay,
  invoices: readonly InvoiceRow[],
): Promise<void> {
  if (invoices.length === 0) return;
  const [{ id, customer_id, currency }] = invoices as [InvoiceRow];
  const choice = chance.next();
  if (choice < 0.3) return;
  if (choice < 0.4) {
    await call('PUT', `/invoices/${id}/status`, { status: 'paid' });
    return;
  }
  const share = choice < 0.5 ? 0.5 : 1;
  const allocations = invoices.map((invoice) => {
    const late = invoice.instalments.filter(({ due_date }) => due_date < day);
    const open = sum(late.map(({ open_amount }) => decimalOf(open_amount)));
    return { invoice_id: invoice.id, amount: toNumber(round(open.times(share), 2)) };
  });
  const paid = allocations.filter(({ amount }) => amount > 0);
  if (paid.length === 0) return;
  await call('POST', '/payments', {
    customer_id,
    day,
    amount: toNumber(sum(paid.map(({ amount }) => decimalOf(amount)))),
    currency,
    bank: BANK[country],
    method: chance.pick(['Bonifico', 'Ri.Ba.', 'Assegno']),
    allocations: paid,
  });
}

async function payInAdvance({ call, country, weekly }: Office, chance: Chance, { day }: WorkingDay): Promise<void> {
  await call('POST', '/payments', {
    customer_id: chance.pick(weekly),
    day,
    amount: chance.whole(5, 40) * 50,
    bank: BANK[country],
    method: 'Bonifico',
    notes: 'Acconto su ordine',
  });
}

/** Allots advances to the oldest open invoices of their customers. */
async function allotAdvances({ call }: Office): Promise<void> {
  for (const payment of await call<Payment[]>('GET', '/payments?unallocated=true&sort=day')) {
    const { id, customer_id, currency, unallocated_amount } = payment;
    const open = await call<InvoiceRow[]>(
      'GET',
      `/invoices?customer_id=${customer_id}&open=true&sort=due_date&limit=5`,
    );
    const invoice = open.find((row) => row.currency === currency);
    if (!invoice) continue;
    const amount = Math.min(unallocated_amount, invoice.open_amount);
    await call('PUT', `/payments/${id}`, { allocations: [{ invoice_id: invoice.id, amount }] });
  }
}

async function reverseLast({ call }: Office): Promise<void> {
  const [last] = await call<Payment[]>('GET', '/payments?reversed=false&sort=-day&limit=1');
  if (last) await call('DELETE', `/payments/${last.id}`);
}
