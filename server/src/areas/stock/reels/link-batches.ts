import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';

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
