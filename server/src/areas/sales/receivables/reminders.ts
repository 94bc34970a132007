/** Reminders to customers who are late. A draft lists the invoices that are overdue today; sending stores them. */
import type { Day } from '@bobina/contract/core/dates.ts';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { LATE_POINTS } from '@bobina/contract/sales/late-interest.rules.ts';
import type {
  OpenItem,
  Reminder,
  REMINDER_STEPS,
  ReminderReport,
  reminders,
} from '@bobina/contract/sales/receivables.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../../platform/changes.ts';
import type { Act, Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { AUDIT, registerRows, requireVersion } from '../../../platform/master-data.ts';
import { invalid, notFound, Problem } from '../../../platform/problem.ts';
import { companyToday } from '../../registry/index.ts';
import { readOpenItems, readReferenceRate, sumsOf } from './open-items.ts';
import { readParties } from './statement.ts';

const REMINDERS: List<SortOf<typeof reminders.list>> = {
  columns: {
    day: value('t.day'),
    customer_name: text('customer.business_name'),
    step: value('t.step'),
    status: value('t.status'),
  },
  order: '-day',
};
type Stored = Omit<Reminder, 'items' | 'overdue_amount' | 'interest_amount'> & { items: OpenItem[] | null };

/** Lists one page of reminders. */
export async function listReminders(reading: Reading, { query }: HandlerInput<typeof reminders.list>) {
  let rows = reminderRows(reading.db);
  if (query.customer_id) rows = rows.where('t.customer_id', '=', query.customer_id);
  if (query.status) rows = rows.where('t.status', '=', query.status);
  const found = await page(reading, rows, query, REMINDERS, { reads: 'all' });
  const complete: Reminder[] = [];
  for (const row of found.rows) complete.push(await withItems(reading.db, row));
  return { rows: complete, total: found.total };
}

/** Reads a reminder. @throws NOT_FOUND */
export async function readReminder(db: Db, id: number): Promise<Reminder> {
  const row = await reminderRows(db).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return withItems(db, row);
}

/**
 * Creates the draft of a reminder. Locks the customer against a deletion.
 * @throws VALIDATION, INVALID_TRANSITION when nothing is overdue
 */
export async function createReminder(act: Act, { body }: HandlerInput<typeof reminders.create>): Promise<Reminder> {
  const { rows } =
    await sql`select 1 from customers where id = ${body.customer_id} and deleted_at is null for key share`.execute(
      act.tx,
    );
  if (rows.length === 0) throw invalid('customer_id', 'unknown');
  const { id } = await act.tx
    .insertInto('reminders')
    .values({ ...body, day: await companyToday(act.tx), created_by: act.user.id })
    .returning('id')
    .executeTakeFirstOrThrow();
  const reminder = await readReminder(act.tx, id);
  if (reminder.items.length === 0) throw new Problem('INVALID_TRANSITION', { text: 'NOTHING_OVERDUE' });
  act.record('create', 'reminders', id, nameOf(reminder), reminder.version, diffRecords(null, reminder));
  return reminder;
}

/**
 * Marks a draft as sent, today, and stores the overdue invoices. Locks the reminder.
 * @throws NOT_FOUND, STALE_VERSION, INVALID_TRANSITION when it was sent or nothing is overdue now
 */
export async function sendReminder(act: Act, { id, version }: HandlerInput<typeof reminders.send>): Promise<Reminder> {
  const before = await lockDraft(act, id, version);
  if (before.items.length === 0) throw new Problem('INVALID_TRANSITION', { text: 'NOTHING_OVERDUE' });
  await act.tx
    .updateTable('reminders')
    .set({
      status: 'sent',
      day: await companyToday(act.tx),
      items: JSON.stringify(before.items),
      interest_rate: String(toNumber(decimalOf(await readReferenceRate(act.tx)).plus(LATE_POINTS))),
      sent_at: sql<string>`now()`,
      version: before.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', id)
    .execute();
  const after = await readReminder(act.tx, id);
  act.record('send', 'reminders', id, nameOf(after), after.version, diffRecords(before, after));
  return after;
}

/** Deletes a draft. @throws NOT_FOUND, INVALID_TRANSITION when it was sent */
export async function deleteReminder(act: Act, id: number): Promise<void> {
  const before = await lockDraft(act, id);
  await act.tx
    .updateTable('reminders')
    .set({ deleted_at: sql<string>`now()`, deleted_by: act.user.id, version: before.version + 1 })
    .where('id', '=', id)
    .execute();
  act.record('delete', 'reminders', id, nameOf(before), before.version + 1, diffRecords(before, null));
}

/** Reads the printed content of a reminder. @throws NOT_FOUND, INCOMPLETE_DOCUMENT */
export async function readReminderReport(
  db: Db,
  { id, lang }: { id: number; lang?: Language | undefined },
): Promise<ReminderReport> {
  const { customer_id, step, status, day, items, overdue_amount, interest_amount } = await readReminder(db, id);
  const { rows } = await sql<{ rate: number | null }>`
    select interest_rate::float8 as rate from reminders where id = ${id}`.execute(db);
  return {
    ...(await readParties(db, customer_id, lang)),
    step,
    status,
    day,
    currency: 'EUR',
    items,
    overdue_amount,
    interest_amount,
    interest_rate: rows[0]!.rate ?? toNumber(decimalOf(await readReferenceRate(db)).plus(LATE_POINTS)),
  };
}

function reminderRows(db: Db) {
  return registerRows(db, 'reminders')
    .innerJoin('customers as customer', 'customer.id', 't.customer_id')
    .select(['t.id', 't.customer_id', 'customer.business_name as customer_name', 't.day', 't.sent_at', ...AUDIT])
    .select([
      sql<(typeof REMINDER_STEPS)[number]>`t.step`.as('step'),
      sql<Reminder['status']>`t.status`.as('status'),
      sql<OpenItem[] | null>`t.items`.as('items'),
    ]);
}

async function withItems(db: Db, { items, ...row }: Stored): Promise<Reminder> {
  const shown = items ?? (await overdueItems(db, row.customer_id));
  const { overdue_amount, interest_amount } = sumsOf(shown);
  return { ...row, items: shown, overdue_amount, interest_amount };
}

async function overdueItems(db: Db, customer: number): Promise<OpenItem[]> {
  const today: Day = await companyToday(db);
  const referenceRate = await readReferenceRate(db);
  const items = await readOpenItems(db, { customer, day: today, today, referenceRate });
  return items.filter(({ days_late }) => days_late > 0);
}

async function lockDraft(act: Act, id: number, version?: number): Promise<Reminder> {
  const { rows } = await sql`select 1 from reminders where id = ${id} and deleted_at is null for no key update`.execute(
    act.tx,
  );
  if (rows.length === 0) throw notFound();
  const reminder = await readReminder(act.tx, id);
  requireVersion(reminder, version);
  if (reminder.status === 'sent') throw new Problem('INVALID_TRANSITION');
  return reminder;
}

function nameOf({ customer_name, step }: Reminder) {
  return `${customer_name} · ${step}`;
}
