import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Act } from '../../platform/context.ts';
import { invalid } from '../../platform/problem.ts';

/** A batch that has no stock yet. */
interface NamedBatch {
  batch_number: string;
  production_date?: Day | null | undefined;
  expiry_date?: Day | null | undefined;
}

/**
 * Creates the rows of batches whose goods are loaded later, so that links have an end. Existing ones keep their dates.
 * @returns their ids, in the order of the batches
 */
export async function nameBatches(
  act: Act,
  { product_id, batches }: { product_id: number; batches: readonly NamedBatch[] },
): Promise<number[]> {
  const sent = JSON.stringify(batches);
  await sql`
    insert into batches (product_id, batch_number, production_date, expiry_date)
    select distinct on (l.batch_number) ${product_id}::integer, l.batch_number, l.production_date, l.expiry_date
    from jsonb_to_recordset(${sent}::jsonb) as l (batch_number text, production_date date, expiry_date date)
    order by l.batch_number
    on conflict do nothing`.execute(act.tx);
  const { rows } = await sql<{ id: number; batch_number: string }>`
    select id, batch_number from batches where product_id = ${product_id} and batch_number in (
      select batch_number from jsonb_to_recordset(${sent}::jsonb) as l (batch_number text))`.execute(act.tx);
  const ids = new Map(rows.map(({ id, batch_number }) => [batch_number, id]));
  return batches.map(({ batch_number }) => ids.get(batch_number)!);
}

/**
 * Refuses batch numbers that are codes of reels in any case, whose stock no further goods may raise. @throws 400 `batch_number` exists
 * @param except the batches that the goods belong to
 */
export async function refuseReelCodes(
  act: Act,
  { numbers, except = [] }: { numbers: readonly string[]; except?: readonly number[] },
): Promise<void> {
  const { rows } = await sql`
    select from reels where lower(code) collate "C" in (select lower(n) collate "C" from unnest(${numbers}::text[]) n)
      and batch_id <> all(${except}::integer[]) limit 1`.execute(act.tx);
  if (rows.length > 0) throw invalid('batch_number', 'exists');
}
