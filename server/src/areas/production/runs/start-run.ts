import { sql } from 'kysely';
import type { Run, RunStart } from '@bobina/contract/production/runs.ts';
import type { Act } from '../../../platform/context.ts';
import { FieldChecks, invalid, Problem } from '../../../platform/problem.ts';
import { refuseCompleted, lockItemOfPath } from '../items/named-item.ts';
import { recordRun } from './record-run.ts';
import { readRun } from './run-rows.ts';

/**
 * Starts a run of a machine. Locks the order line of the job, then the machine, which has one open run.
 * @throws RUN_OPEN, ITEM_COMPLETED, 400 on an unknown machine or job
 */
export async function startRun(act: Act, { scheduling_id, ...body }: RunStart): Promise<Run> {
  const order_item_id = scheduling_id ? await lockJob(act, scheduling_id) : null;
  const machine = await lockMachine(act, body.machine_id);
  const checks = new FieldChecks();
  if (!machine?.is_active) checks.add('machine_id', 'unknown');
  checks.done();
  await refuseOpenRun(act, { id: body.machine_id, code: machine!.code });
  const { id } = await act.tx
    .insertInto('production_runs')
    .values({
      ...body,
      scheduling_id: scheduling_id ?? null,
      order_item_id,
      started_at: sql<string>`clock_timestamp()`,
      created_by: act.user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const run = await readRun(act.tx, id);
  recordRun(act, 'start', run);
  return run;
}

/** Locks a machine until the act ends, so that it gets at most one open run; undefined if it is deleted. */
export async function lockMachine(act: Act, id: number): Promise<{ code: string; is_active: boolean } | undefined> {
  const { rows } = await sql<{ code: string; is_active: boolean }>`
    select code, is_active from machines where id = ${id} and deleted_at is null for no key update`.execute(act.tx);
  return rows[0];
}

/** Refuses a machine with an open run; the act has locked the machine. @throws RUN_OPEN */
export async function refuseOpenRun(act: Act, { id, code }: { id: number; code: string }): Promise<void> {
  const open = await act.tx
    .selectFrom('production_runs')
    .select('id')
    .where('machine_id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  if (open) throw new Problem('RUN_OPEN', { values: { machine: code }, extra: { run_id: open.id } });
}

/** Locks the order line of a job. @returns its id */
async function lockJob(act: Act, id: number): Promise<number> {
  const job = await act.tx
    .selectFrom('production_schedulings')
    .select('order_item_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (!job) throw invalid('scheduling_id', 'unknown');
  const item = await lockItemOfPath(act, job.order_item_id);
  refuseCompleted(item);
  // Deleted before its line was locked.
  const { rows } = await sql`select from production_schedulings where id = ${id}`.execute(act.tx);
  if (rows.length === 0) throw invalid('scheduling_id', 'unknown');
  return item.id;
}
