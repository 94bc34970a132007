/** The figures of the day's work that are plain counts, read in one round trip. */
import { sql, type RawBuilder } from 'kysely';
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import { can, type Capability } from '@bobina/contract/core/permissions.ts';
import type { Dashboard, Figure } from '@bobina/contract/system/dashboard.ts';
import type { TransmissionEvent } from '@bobina/contract/sales/statuses.ts';
import type { Caller, Reading } from '../../platform/context.ts';
import { isListedImport } from '../imports/listed.ts';
import { COUNTS, IMPORTED, ORDERS, OUTBOX, RECEIPTS, SALES, withFilters } from './addresses.ts';
import { mondayOf } from './weeks.ts';

export const WORK_PARTS = [
  'late_arrivals',
  'arrivals_today',
  'to_receive',
  'open_counts',
  'new_orders',
  'promised_this_week',
  'to_invoice',
  'draft_invoices',
  'not_handed_over',
  'rejected_documents',
  'dead_messages',
  'failed_imports',
] as const satisfies readonly (keyof Dashboard)[];
type WorkPart = (typeof WORK_PARTS)[number];

interface Counted {
  /** Null: the rows depend on the caller. */
  needs: Capability | null;
  path: string;
  screen: string;
  /** The rows of the list, without its joins; a test compares the count with the list's total. */
  rows: RawBuilder<unknown>;
}

/** Counts the work that the caller may see, in one statement. */
export async function readWork({ db, user }: Reading, today: Day): Promise<Pick<Dashboard, WorkPart>> {
  const seen = Object.entries(countedWork(today, user)).filter(([, { needs }]) => needs === null || can(user, needs));
  const counts = seen.map(([part, { rows }]) => sql`(select count(*)::integer from ${rows}) as ${sql.id(part)}`);
  const { rows } = await sql<Record<string, number>>`select ${sql.join(counts)}`.execute(db);
  const figures = seen.map(([part, { path, screen }]): [string, Figure] => [
    part,
    { count: rows[0]![part]!, path, screen },
  ]);
  return Object.fromEntries(figures);
}

function countedWork(today: Day, user: Caller): Record<WorkPart, Counted> {
  const yesterday = addDays(today, -1);
  const monday = mondayOf(today);
  return {
    late_arrivals: arrivals({ expected_until: yesterday }),
    arrivals_today: arrivals({ expected_from: today, expected_until: today }),
    to_receive: arrivals({}),
    open_counts: {
      needs: 'stock.read',
      path: withFilters('/stock-counts', { status: 'open' }),
      screen: withFilters(COUNTS, { status: 'open' }),
      rows: sql`stock_counts where deleted_at is null and status = 'open'`,
    },
    new_orders: {
      needs: 'customer_orders.read',
      path: withFilters('/customer-orders', { entered_from: yesterday }),
      screen: withFilters(ORDERS, { entered_from: yesterday }),
      rows: sql`customer_orders where deleted_at is null
        and created_at >= (select ${yesterday}::date::timestamp at time zone time_zone from settings)`,
    },
    promised_this_week: ordersDue({ due_from: monday, due_until: addDays(monday, 6) }),
    to_invoice: {
      needs: 'invoices.read',
      path: withFilters('/packing-lists', { status: 'issued', invoiced: false }),
      screen: withFilters(SALES, { status: 'to_invoice' }),
      rows: sql`packing_lists where status = 'issued' and invoice_id is null`,
    },
    draft_invoices: {
      needs: 'invoices.read',
      path: withFilters('/invoices', { status: 'draft' }),
      screen: withFilters(SALES, { tab: 'invoices', status: 'draft' }),
      rows: sql`invoices where deleted_at is null and status = 'draft'`,
    },
    not_handed_over: transmitted('to_send'),
    rejected_documents: transmitted('rejected'),
    dead_messages: {
      needs: null,
      path: withFilters('/outbox', { state: 'dead' }),
      screen: withFilters(OUTBOX, { state: 'dead' }),
      rows: sql`outbox where state = 'dead' and (${can(user, 'settings.manage')} or created_by = ${user.id})`,
    },
    failed_imports: {
      needs: null,
      path: withFilters('/imports', { failed: true }),
      screen: withFilters(IMPORTED, { failed: true }),
      rows: sql`imports t where t.refused > 0 and ${isListedImport(user)}`,
    },
  };
}

/** Open purchase orders by their expected arrival. */
function arrivals(range: { expected_from?: Day; expected_until?: Day }): Counted {
  const expected = sql`coalesce(confirmed_arrival_date, requested_arrival_date)`;
  return {
    needs: 'purchase_orders.read',
    path: withFilters('/purchase-orders', { open: true, ...range }),
    screen: withFilters(RECEIPTS, range),
    rows: sql`purchase_orders where deleted_at is null and status <> 'fullyReceived'
      and ${expected} between ${range.expected_from ?? '-infinity'} and ${range.expected_until ?? 'infinity'}`,
  };
}

/** Invoices and credit notes by the state of their newest file. */
function transmitted(transmission: TransmissionEvent): Counted {
  return {
    needs: 'invoices.read',
    path: withFilters('/invoices', { transmission }),
    screen: withFilters(SALES, { tab: 'invoices', transmission }),
    rows: sql`invoices where deleted_at is null and transmission = ${transmission}`,
  };
}

/** Customer orders with an undelivered line that is due in a range of days. */
function ordersDue(range: { due_from: Day; due_until: Day }): Counted {
  return {
    needs: 'customer_orders.read',
    path: withFilters('/customer-orders', range),
    screen: withFilters(ORDERS, range),
    rows: sql`customer_orders o where deleted_at is null and exists (select from customer_order_items i
      where i.order_id = o.id and i.open_quantity > 0
      and i.delivery_date between ${range.due_from} and ${range.due_until})`,
  };
}
