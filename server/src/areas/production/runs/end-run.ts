import { sql } from 'kysely';
import type { Run, runs } from '@bobina/contract/production/runs.ts';
import type { Act } from '../../../platform/context.ts';
import type { HandlerInput } from '../../../platform/http/handler-input.ts';
import { describeChanges, withoutAbsent } from '../../../platform/master-data.ts';
import { Problem } from '../../../platform/problem.ts';
import { recordRun } from './record-run.ts';
import { lockOpenRun, lockRun } from './lock-run.ts';
import { readInputs, readRun } from './run-rows.ts';
import { lockMachine, refuseOpenRun } from './start-run.ts';

/** Ends a run whose reels are all returned. Locks the run. @throws REEL_STILL_MOUNTED, INVALID_TRANSITION */
export async function endRun(act: Act, { id, body }: HandlerInput<typeof runs.end>): Promise<Run> {
  const run = await lockOpenRun(act, id);
  const inputs = await readInputs(act.tx, { run: id });
  const mounted = inputs.filter(({ is_reel, dismounted_at }) => is_reel && dismounted_at === null);
  if (mounted.length > 0)
    throw new Problem('REEL_STILL_MOUNTED', {
      values: { batches: mounted.map(({ batch_number }) => batch_number).join(', ') },
      extra: {
        inputs: mounted.map(({ id: input, batch_id, batch_number }) => ({ id: input, batch_id, batch_number })),
      },
    });
  const before = await readRun(act.tx, id);
  await act.tx
    .updateTable('production_runs')
    .set({
      ...withoutAbsent(body),
      // The clock of the server may have been set back.
      ended_at: sql<string>`greatest(clock_timestamp(), started_at)`,
      version: run.version + 1,
      modified_at: sql<string>`now()`,
      modified_by: act.user.id,
    })
    .where('id', '=', id)
    .execute();
  const after = await readRun(act.tx, id);
  recordRun(act, 'end', after, describeChanges(before, body), [
    { field: 'ended_at', before: null, after: after.ended_at },
  ]);
  return after;
}

/**
 * Reopens a run on the day of the company on which it ended. Locks the run, then the machine.
 * @throws FORBIDDEN without `production.load`, INVALID_TRANSITION on another day or when the machine is deleted, RUN_OPEN
 */
export async function reopenRun(act: Act, id: number): Promise<Run> {
  if (!act.may('production.load')) throw new Problem('FORBIDDEN');
  const run = await lockRun(act, id);
  // The times of runs come from the clock of the database, so they are compared with it.
  const { rows } = await sql<{ is_today: boolean }>`
    select coalesce((r.ended_at at time zone s.time_zone)::date = (clock_timestamp() at time zone s.time_zone)::date, false) as is_today
    from production_runs r, settings s where r.id = ${id}`.execute(act.tx);
  if (!rows[0]!.is_today) throw new Problem('INVALID_TRANSITION');
  const machine = await lockMachine(act, run.machine_id);
  if (!machine) throw new Problem('INVALID_TRANSITION');
  await refuseOpenRun(act, { id: run.machine_id, code: run.machine_code });
  await act.tx
    .updateTable('production_runs')
    .set({ ended_at: null, version: run.version + 1, modified_at: sql<string>`now()`, modified_by: act.user.id })
    .where('id', '=', id)
    .execute();
  const after = await readRun(act.tx, id);
  recordRun(act, 'reopen', after, '', [{ field: 'ended_at', before: run.ended_at, after: null }]);
  return after;
}
