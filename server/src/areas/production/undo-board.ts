import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';
import { cannotUndo, holdNamedRows, type LoggedAct } from '../../platform/undo.ts';
import { lockNamedItem, refuseCompleted } from './items/named-item.ts';

/** The place of a job on the board. */
export interface Place {
  id: number;
  machine_id: number;
  position: number | null;
}
/** Kept by a drop on the board for its reversal: all jobs of the machines that it changed, in id order. */
export interface KeptBoard {
  before: readonly Place[];
  after: readonly Place[];
}

/** Reads the places of all jobs of these machines, in id order. */
export async function readPlaces(act: Act, machines: readonly number[]): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select id, machine_id, position from production_schedulings where machine_id = any(${machines}) order by id`.execute(
    act.tx,
  );
  return rows;
}

/**
 * Puts the jobs of a drop back on their machines and places. Locks the machines for share, then the items of the jobs
 * that change machine, then all jobs of the machines, each in id order.
 * @throws CANNOT_UNDO when a job of these machines was added, removed or moved since; ITEM_COMPLETED
 */
export async function undoBoard(act: Act, logged: LoggedAct): Promise<void> {
  const { before, after } = logged.kept as KeptBoard;
  const machines = [...new Set([...before, ...after].map(({ machine_id }) => machine_id))].toSorted((a, b) => a - b);
  await holdNamedRows(act, 'machines', machines);
  const moved = before.filter(
    ({ id, machine_id }) => after.find((place) => place.id === id)?.machine_id !== machine_id,
  );
  await lockItemsOf(
    act,
    moved.map(({ id }) => id),
  );
  await sql`
    select 1 from production_schedulings where machine_id = any(${machines}) order by id for no key update`.execute(
    act.tx,
  );
  if (!isDeepStrictEqual(await readPlaces(act, machines), after)) throw cannotUndo('UNDO_CHANGED');
  await sql`
    update production_schedulings s
    set machine_id = x.machine_id, position = x.position,
      version = version + case when s.machine_id = x.machine_id then 0 else 1 end,
      modified_at = case when s.machine_id = x.machine_id then modified_at else now() end,
      modified_by = case when s.machine_id = x.machine_id then modified_by else ${act.user.id} end
    from jsonb_to_recordset(${JSON.stringify(before)}::jsonb) x (id integer, machine_id integer, position integer)
    where s.id = x.id and (s.machine_id, s.position) is distinct from (x.machine_id, x.position)`.execute(act.tx);
  act.record('order-board', 'production', null, logged.details);
}

async function lockItemsOf(act: Act, schedulings: readonly number[]): Promise<void> {
  const { rows } = await sql<{ order_item_id: number }>`
    select distinct order_item_id from production_schedulings where id = any(${schedulings}) order by order_item_id`.execute(
    act.tx,
  );
  for (const { order_item_id } of rows) {
    const item = await lockNamedItem(act, { id: order_item_id, path: 'schedulings' });
    refuseCompleted(item);
    act.changed('customer-orders', item.order_id);
  }
}
