/** Reads bank slips in their API form. */
import { sql, type SqlBool } from 'kysely';
import type { BankSlip, bankSlips, SlipKind } from '@bobina/contract/sales/bank.ts';
import type { Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { computed, text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { AUDIT, registerRows } from '../../../platform/master-data.ts';
import { notFound } from '../../../platform/problem.ts';

const state = sql`bank_slip_state(t.id)`;
const amount = sql`(select sum(i.amount::numeric) from bank_slip_items i where i.slip_id = t.id)`;
const SLIPS: List<SortOf<typeof bankSlips.list>> = {
  columns: {
    due_date: value('t.due_date'),
    kind: value('t.kind'),
    state: computed(state),
    bank: text('t.bank'),
    amount: computed(amount),
    created_at: value('t.created_at'),
  },
  alsoSearched: ['t.iban', 't.file_name'],
  order: '-due_date',
};

/** Lists one page of bank slips. */
export async function listSlips(reading: Reading, { query }: HandlerInput<typeof bankSlips.list>) {
  let rows = slipRows(reading.db);
  if (query.kind) rows = rows.where('t.kind', '=', query.kind);
  if (query.state) rows = rows.where(sql<SqlBool>`${state} = ${query.state}`);
  return page(reading, rows, query, SLIPS);
}

/** Reads a bank slip. @throws NOT_FOUND */
export async function readSlip(db: Db, id: number): Promise<BankSlip> {
  const row = await slipRows(db).where('t.id', '=', id).executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Reads the stored file of a bank slip. @throws NOT_FOUND */
export async function readSlipFile(
  db: Db,
  id: number,
): Promise<{ kind: SlipKind; file_name: string; content: string }> {
  const { rows } = await sql<{ kind: SlipKind; file_name: string; content: string }>`
    select kind, file_name, content from bank_slips where id = ${id} and deleted_at is null`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** Returns the name of a bank slip in the activity log. */
export function nameOfSlip({ kind, due_date, amount: sum }: BankSlip): string {
  return `${kind} · ${due_date} · ${sum.toFixed(2)} EUR`;
}

function slipRows(db: Db) {
  return registerRows(db, 'bank_slips')
    .select(['t.id', 't.due_date', 't.iban', 't.bank', 't.file_name', ...AUDIT])
    .select([
      sql<SlipKind>`t.kind`.as('kind'),
      sql<BankSlip['state']>`${state}`.as('state'),
      sql<number>`${amount}::float8`.as('amount'),
      sql<number>`coalesce((
        select sum(i.amount::numeric) from bank_slip_items i where i.slip_id = t.id and i.state = 'unpaid'), 0)::float8`.as(
        'unpaid_amount',
      ),
      sql<BankSlip['items']>`(
        select json_agg(json_build_object(
          'id', i.id, 'invoice_id', i.invoice_id, 'purchase_invoice_id', i.purchase_invoice_id,
          'number', coalesce(v.invoice_number, b.number), 'party_id', coalesce(v.customer_id, b.supplier_id),
          'party_name', coalesce(v.customer_name, s.business_name), 'instalment', i.instalment, 'due_date', i.due_date,
          'amount', i.amount::float8, 'state', i.state, 'payment_id', i.payment_id) order by i.position)
        from bank_slip_items i
        left join invoices v on v.id = i.invoice_id
        left join purchase_invoices b on b.id = i.purchase_invoice_id
        left join suppliers s on s.id = b.supplier_id
        where i.slip_id = t.id)`.as('items'),
    ]);
}
