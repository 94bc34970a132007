import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

/** Which batch was made of which, and the movement that took the input out. */
interface Link {
  input: number;
  output: number;
  movement_id: number;
}

/** Writes the links of a split or a pallet, and the cost of the outputs, which follows from that of the inputs. */
export async function linkBatches(
  act: Act,
  { source, links }: { source: 'split' | 'pallet'; links: readonly Link[] },
): Promise<void> {
  await sql`
    insert into batch_links (input_batch, output_batch, source, source_id)
    select input, output, ${source}, movement_id
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as (input integer, output integer, movement_id integer)
    order by input, output, movement_id`.execute(act.tx);
  await sql`select keep_split_costs(${links.map(({ output }) => output)}::integer[])`.execute(act.tx);
}

/** Which batch was made of which, by a run or by a load under another batch number. */
export interface BatchPair {
  input: number;
  output: number;
}

/** The run or the load that a link is from. */
export interface LinkSource {
  source: 'run' | 'load';
  source_id: number;
}

/** Writes the links that are missing. Goods without a batch, and a batch with itself, get none. */
export async function addLinks(
  act: Act,
  { source, source_id, links }: LinkSource & { links: readonly BatchPair[] },
): Promise<void> {
  if (links.length === 0) return;
  await sql`
    insert into batch_links (input_batch, output_batch, source, source_id)
    select distinct l.input, l.output, ${source}, ${source_id}::integer
    from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as l (input integer, output integer)
    join batches i on i.id = l.input and i.batch_number <> ''
    join batches o on o.id = l.output and o.batch_number <> ''
    where l.input <> l.output
    order by 1, 2
    on conflict do nothing`.execute(act.tx);
}

/** Undoes the links of a run or a load, except those of the pairs that are still valid. */
export async function undoLinks(
  act: Act,
  { source, source_id, standing = [] }: LinkSource & { standing?: readonly BatchPair[] },
): Promise<void> {
  await sql`
    update batch_links t set undone_at = clock_timestamp()
    where t.source = ${source} and t.source_id = ${source_id} and t.undone_at is null and not exists (
      select from jsonb_to_recordset(${JSON.stringify(standing)}::jsonb) as l (input integer, output integer)
      where l.input = t.input_batch and l.output = t.output_batch
    )`.execute(act.tx);
}
