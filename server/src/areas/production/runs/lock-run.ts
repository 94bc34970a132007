import { sql } from 'kysely';
import type { Act } from '../../../platform/context.ts';
import { notFound, Problem } from '../../../platform/problem.ts';

/** A run under lock. */
export interface LockedRun {
  id: number;
  machine_id: number;
  machine_code: string;
  order_item_id: number | null;
  order_number: string | null;
  started_at: string;
  ended_at: string | null;
  version: number;
}

/**
 * Locks a run until the act ends, which keeps it open. An act that needs an order line locks the line before.
 * @throws NOT_FOUND, INVALID_TRANSITION when it is ended
 */
export async function lockOpenRun(act: Act, id: number): Promise<LockedRun> {
  const run = await lockRun(act, id);
  if (run.ended_at !== null) throw new Problem('INVALID_TRANSITION');
  return run;
}

/** Locks a run, open or ended. @throws NOT_FOUND */
export async function lockRun(act: Act, id: number): Promise<LockedRun> {
  const { rows } = await sql<LockedRun>`
    select t.id, t.machine_id, m.code as machine_code, t.order_item_id, o.order_number, t.started_at, t.ended_at, t.version
    from production_runs t
    join machines m on m.id = t.machine_id
    left join customer_order_items i on i.id = t.order_item_id
    left join customer_orders o on o.id = i.order_id
    where t.id = ${id} for no key update of t`.execute(act.tx);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/** The document of a movement that a run books. */
export function documentOfRun({ id, machine_code }: LockedRun): { id: number; number: string } {
  return { id, number: machine_code };
}
