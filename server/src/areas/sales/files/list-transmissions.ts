import { sql } from 'kysely';
import type { Transmission, transmissions } from '@bobina/contract/sales/transmissions.ts';
import type { Reading } from '../../../platform/context.ts';
import type { Db } from '../../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../../platform/database/list.ts';
import { page } from '../../../platform/database/page.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { notFound } from '../../../platform/problem.ts';

const UNMATCHED: List<SortOf<typeof transmissions.unmatched>> = {
  columns: {
    received_at: value('t.received_at'),
    name: text('t.name'),
    kind: value('t.kind'),
    event: value('t.event'),
    file_name: text('t.file_name'),
  },
  alsoSearched: ['t.document_number', 't.message'],
  order: '-received_at',
};

/** Lists the events of a document, the newest first. @throws NOT_FOUND */
export async function listTransmissions(db: Db, invoice: number): Promise<Transmission[]> {
  const { rows: found } = await sql`select from invoices where id = ${invoice} and deleted_at is null`.execute(db);
  if (found.length === 0) throw notFound();
  const { rows } = await events(db, sql`t.invoice_id = ${invoice}`);
  return rows;
}

/** Reads one event. */
export async function readTransmission(db: Db, id: number): Promise<Transmission> {
  const { rows } = await events(db, sql`t.id = ${id}`);
  return rows[0]!;
}

/** Lists receipts that match no file. */
export async function listUnmatched(reading: Reading, { query }: HandlerInput<typeof transmissions.unmatched>) {
  const rows = reading.db
    .selectFrom('transmission_receipts as t')
    .where(sql<boolean>`not exists (select from transmissions e where e.receipt_id = t.id)`)
    .select(['t.id', 't.name', 't.file_name', 't.document_number', 't.message', 't.received_at'])
    .select([
      sql<NonNullable<Transmission['kind']>>`t.kind`.as('kind'),
      sql<Transmission['event']>`t.event`.as('event'),
    ]);
  return page(reading, rows, query, UNMATCHED);
}

function events(db: Db, condition: ReturnType<typeof sql>) {
  return sql<Transmission>`
    select t.id, t.event, t.file_id, f.name as file_name, t.channel, r.kind, r.name as receipt_name, t.message,
      r.stated_at, t.at, u.name as user_name
    from transmissions t join document_files f on f.id = t.file_id
    left join transmission_receipts r on r.id = t.receipt_id left join users u on u.id = t.user_id
    where ${condition} order by t.id desc`.execute(db);
}
