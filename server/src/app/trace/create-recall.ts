import { sql } from 'kysely';
import { can } from '@bobina/contract/core/permissions.ts';
import type { Recall, RecalledFile, RecallInput, RecallPack } from '@bobina/contract/system/trace.ts';
import { companyToday } from '../../areas/registry/index.ts';
import { readSupplies } from '../../areas/purchasing/read-supplies.ts';
import { readDeliveries } from '../../areas/sales/documents/read-deliveries.ts';
import { holdBatches } from '../../areas/stock/trace/hold-batches.ts';
import { readTraced } from '../../areas/stock/trace/read-trace.ts';
import type { Act } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/db.ts';
import { FieldChecks, Problem } from '../../platform/problem.ts';
import { packOf } from './recall-pack.rules.ts';
import { readRecall } from './read-recall.ts';

/**
 * Finds the goods made of batches and the customers who received them, and stores the answer. With `hold` it locks the
 * batches and their stock keys and puts their stock on hold. The number is taken last. @throws FORBIDDEN for a hold without the right
 */
export async function createRecall(act: Act, { batch_ids, reason, drill, hold }: RecallInput): Promise<Recall> {
  if (hold && !can(act.user, 'quality.hold')) throw new Problem('FORBIDDEN');
  const started = performance.now();
  const named = [...new Set(batch_ids)];
  await checkBatches(act, batch_ids);
  if (hold) await holdBatches(act, { batches: named, reason });
  const pack = await findPack(act, named);
  const seconds = Math.round(performance.now() - started) / 1000;
  const day = await companyToday(act.tx);
  const { rows } = await sql<{ id: number; number: string }>`
    insert into recalls (number, reason, drill, held, batch_ids, pack, batch_count, customer_count, seconds, created_by)
    values (next_number('RIC', ${day}::date), ${reason}, ${drill ?? false}, ${hold ?? false}, ${named}, ${JSON.stringify(pack)},
      ${pack.batches.length}, ${pack.customers.length}, ${seconds}, ${act.user.id})
    returning id, number`.execute(act.tx);
  const { id, number } = rows[0]!;
  if (pack.attachments.length > 0)
    await sql`insert into recall_attachments (recall_id, attachment_id)
      select ${id}, unnest(${pack.attachments.map((file) => file.id)}::integer[])`.execute(act.tx);
  act.record('create', 'recalls', id, [number, reason].join(' · '));
  return readRecall(act.tx, id);
}

/** Reads after the locks of a hold, so that the pack shows the locked stock. */
async function findPack({ tx }: Act, named: readonly number[]): Promise<RecallPack> {
  const nodes = await readTraced(tx, { batches: named, direction: 'forward' });
  const origins = await readTraced(tx, { batches: named, direction: 'backward' });
  return packOf({
    nodes,
    recalled: new Set(named),
    deliveries: await readDeliveries(
      tx,
      nodes.map(({ batch_id }) => batch_id),
    ),
    suppliers: await readSupplies(
      tx,
      origins.map(({ batch_id }) => batch_id),
    ),
    attachments: await readFilesOf(tx, [...new Set([...nodes, ...origins].map(({ batch_id }) => batch_id))]),
  });
}

/** The files at batches; they can no longer be deleted until the act ends. */
async function readFilesOf(tx: Tx, batches: number[]): Promise<RecalledFile[]> {
  const { rows } = await sql<RecalledFile>`
    select t.id, b.id as batch_id, b.batch_number, t.name, t.media_type, t.size, encode(t.sha256, 'hex') as sha256
    from attachments t join batches b on b.id = t.entity_id
    where t.entity = 'batches' and t.entity_id = any(${batches}) and b.batch_number <> ''
    order by b.batch_number, t.id for key share of t`.execute(tx);
  return rows;
}

async function checkBatches(act: Act, ids: readonly number[]): Promise<void> {
  const rows = await act.tx.selectFrom('batches').select(['id', 'batch_number']).where('id', 'in', ids).execute();
  const numbers = new Map(rows.map(({ id, batch_number }) => [id, batch_number]));
  const checks = new FieldChecks();
  for (const [index, id] of ids.entries()) {
    const number = numbers.get(id);
    if (number === undefined) checks.add(`batch_ids.${index}`, 'unknown');
    else if (number === '') checks.add(`batch_ids.${index}`, 'not_traced');
  }
  checks.done();
}
