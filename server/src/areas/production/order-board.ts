import { sql } from 'kysely';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks, invalid } from '../../platform/problem.ts';
import { readBoards } from './scheduling-rows.ts';

interface Job {
  id: number;
  machine_code: string;
}
const emptyBoard = async (act: Act, id: number): Promise<MachineBoard | undefined> => {
  const machine = await act.tx
    .selectFrom('machines')
    .select(['code', 'description'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return (
    machine && {
      machine_id: id,
      machine_code: machine.code,
      machine_description: machine.description,
      total_minutes: 0,
      jobs: [],
    }
  );
};

/**
 * Puts the jobs of a machine in order; those not named come after them, in the order that they had. Locks all jobs of
 * the machine, in order of id. @throws 400 on a job that is not the machine's, or named twice
 */
export const orderBoard = async (
  { machine_id, schedulings }: { machine_id: number; schedulings: number[] },
  act: Act,
): Promise<MachineBoard> => {
  const empty = await emptyBoard(act, machine_id);
  if (!empty) throw invalid('machine_id', 'unknown');
  const { rows } = await sql<Job>`
    select id from production_schedulings where machine_id = ${machine_id} order by id for no key update`.execute(
    act.tx,
  );
  const free = new Set(rows.map(({ id }) => id));
  const checks = new FieldChecks();
  for (const [index, id] of schedulings.entries()) if (!free.delete(id)) checks.add(`schedulings.${index}`, 'unknown');
  checks.done();
  await sql`
    update production_schedulings s set position = x.position
    from (
      select id, row_number() over (order by array_position(${schedulings}::integer[], id) nulls last, position nulls last, id) as position
      from production_schedulings where machine_id = ${machine_id}
    ) x
    where s.id = x.id and s.position is distinct from x.position`.execute(act.tx);
  act.did('order-board', 'production', null, empty.machine_code);
  const [board] = await readBoards(act.tx, machine_id);
  return board ?? empty;
};
