import { sql } from 'kysely';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { FieldChecks, invalid } from '../../platform/problem.ts';
import { describeItem, lockNamedItem, refuseCompleted } from './items/named-item.ts';
import { readBoards } from './scheduling-rows.ts';
import { readPlaces, type KeptBoard } from './undo-board.ts';

interface Job {
  id: number;
  machine_id: number;
  position: number | null;
}
interface Order {
  machine_id: number;
  schedulings: number[];
  taken: readonly number[];
}

/**
 * Sets the job order of a machine, including jobs moved from other machines. Jobs not named follow in their previous
 * order. Locks the items of the moved jobs, then all affected jobs, each in id order; concurrent reorderings therefore
 * wait for each other.
 * @throws 400 on a job that is neither the machine's nor moved, or named twice; ITEM_COMPLETED
 */
export async function orderBoard(act: Act, { machine_id, schedulings, taken }: Order): Promise<MachineBoard> {
  const found = await emptyBoard(act, machine_id);
  if (!found) throw invalid('machine_id', 'unknown');
  const { is_active, ...empty } = found;
  const names = await lockTaken(act, taken);
  const { rows } = await sql<Job>`
    select id, machine_id, position from production_schedulings where machine_id = ${machine_id} or id = any(${taken}) order by id for no key update`.execute(
    act.tx,
  );
  const arriving = rows.filter((job) => job.machine_id !== machine_id).map(({ id }) => id);
  const checks = new FieldChecks();
  if (arriving.length > 0 && !is_active) checks.add('machine_id', 'unknown');
  const free = new Set(rows.map(({ id }) => id));
  for (const [index, id] of schedulings.entries()) if (!free.delete(id)) checks.add(`schedulings.${index}`, 'unknown');
  for (const [index, id] of taken.entries()) if (!names.has(id)) checks.add(`taken.${index}`, 'unknown');
  checks.done();
  const machines = [...new Set([machine_id, ...rows.map((job) => job.machine_id)])];
  const before = await readPlaces(act, machines);
  if (arriving.length > 0) {
    await sql`
      update production_schedulings
      set machine_id = ${machine_id}, position = null, version = version + 1, modified_at = now(), modified_by = ${act.user.id}
      where id = any(${arriving})`.execute(act.tx);
    for (const id of arriving) {
      const { item_id, name } = names.get(id)!;
      const [before] = rows.filter((job) => job.id === id);
      const changes = diffRecords({ schedulings: [before] }, { schedulings: [{ ...before, machine_id }] });
      act.record('move-scheduling', 'production', item_id, `${name} · ${empty.machine_code}`, null, changes);
    }
  }
  const { rows: placed } = await sql<Pick<Job, 'id' | 'position'>>`
    update production_schedulings s set position = x.position
    from (
      select id, row_number() over (order by array_position(${schedulings}::integer[], id) nulls last, position nulls last, id) as position
      from production_schedulings where machine_id = ${machine_id}
    ) x
    where s.id = x.id and s.position is distinct from x.position returning s.id, s.position`.execute(act.tx);
  const positions = new Map(placed.map(({ id, position }) => [id, position]));
  const after = rows.map((job) => ({ ...job, machine_id, position: positions.get(job.id) ?? job.position }));
  const changes = diffRecords({ schedulings: rows }, { schedulings: after });
  act.record('order-board', 'production', null, empty.machine_code, null, changes);
  act.keep({ before, after: await readPlaces(act, machines) } satisfies KeptBoard);
  const [board] = await readBoards(act.tx, machine_id);
  return board ?? empty;
}

async function emptyBoard(act: Act, id: number): Promise<(MachineBoard & { is_active: boolean }) | undefined> {
  const machine = await act.tx
    .selectFrom('machines')
    .select(['code', 'description', 'is_active'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forShare()
    .executeTakeFirst();
  return (
    machine && {
      machine_id: id,
      machine_code: machine.code,
      machine_description: machine.description,
      total_minutes: 0,
      jobs: [],
      is_active: machine.is_active,
    }
  );
}

/**
 * Locks the items of the moved jobs before any scheduling, in id order. @throws ITEM_COMPLETED, 400 on a missing job
 */
async function lockTaken(act: Act, taken: readonly number[]): Promise<Map<number, { item_id: number; name: string }>> {
  const { rows } = await sql<{ id: number; order_item_id: number }>`
    select id, order_item_id from production_schedulings where id = any(${taken}) order by order_item_id, id`.execute(
    act.tx,
  );
  const names = new Map<number, { item_id: number; name: string }>();
  for (const { id, order_item_id } of rows) {
    const item = await lockNamedItem(act, { id: order_item_id, path: 'taken' });
    refuseCompleted(item);
    names.set(id, { item_id: item.id, name: describeItem(item) });
    act.changed('customer-orders', item.order_id);
  }
  return names;
}
