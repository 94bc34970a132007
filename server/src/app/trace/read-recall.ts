import { sql } from 'kysely';
import type { Recall, RecallPack, RecallSummary, recalls } from '@bobina/contract/system/trace.ts';
import type { Reading } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { text, value, type List, type SortOf } from '../../platform/database/list.ts';
import { page, type PageQuery } from '../../platform/database/page.ts';
import { notFound } from '../../platform/problem.ts';

const RECALLS: List<SortOf<typeof recalls.list>> = {
  columns: { number: text('t.number'), created_at: value('t.id'), reason: text('t.reason') },
  order: '-created_at',
};

/** Reads a page of the recalls, the newest first. */
export function listRecalls(
  reading: Reading,
  query: PageQuery<SortOf<typeof recalls.list>> & { drill?: boolean | undefined },
) {
  const rows = summaries(reading.db);
  return page(reading, query.drill === undefined ? rows : rows.where('t.drill', '=', query.drill), query, RECALLS);
}

/** Reads a recall as it was found. @throws NOT_FOUND */
export async function readRecall(db: Db, id: number): Promise<Recall> {
  const row = await summaries(db)
    .select(sql<RecallPack>`t.pack`.as('pack'))
    .where('t.id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  const { pack, batch_count: _batches, customer_count: _customers, ...recall } = row;
  const unknown_origins = pack.batches.filter(({ origin }) => origin === 'unknown').length;
  // Recalls from before there were files have none.
  return { ...recall, ...pack, attachments: pack.attachments ?? [], unknown_origins };
}

function summaries(db: Db) {
  return db
    .selectFrom('recalls as t')
    .innerJoin('users as author', 'author.id', 't.created_by')
    .select(['t.id', 't.number', 't.reason', 't.drill', 't.held', 't.created_at', 't.batch_count', 't.customer_count'])
    .select(['author.name as created_by_name', sql<RecallSummary['seconds']>`t.seconds::float8`.as('seconds')]);
}
