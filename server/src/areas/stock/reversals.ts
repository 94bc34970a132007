/** How acts of the warehouse are undone. Posted counts are not undone. */
import { contract } from '@bobina/contract/contract.ts';
import type { Movement, MovementInput } from '@bobina/contract/stock/movements.ts';
import { sql } from 'kysely';
import { diffRecords } from '../../platform/changes.ts';
import type { Act } from '../../platform/context.ts';
import { cannotUndo, holdNamedRows, restoreRow, type LoggedAct, type Reversals } from '../../platform/undo.ts';
import { checkMovement, manualMovement } from './check-movement.ts';
import { describeMovement } from './describe-movement.ts';
import { readMovement, readMovements } from './movement-rows.ts';
import { undoReading } from './mount-reel.ts';
import { lockPlacedReels, placeReelsBack, recordPlaces, type PlaceChange } from './place-reels.ts';
import { postMovements } from './post-movements.ts';
import { readReel } from './read-reel.ts';
import type { KeptWeighing } from './weigh-reel.ts';

/** Kept by a transfer for its reversal. */
export interface KeptTransfer {
  movements: readonly number[];
  /** Missing in the activities of earlier versions. */
  places?: readonly PlaceChange[];
}

export const stockReversals: Reversals = {
  // Only transfers keep values: a manual load or unload is not undone.
  'stock-movements.create': { needs: contract.stockMovements.transfer.needs, needsKept: true, undo: takeBack },
  'stock-movements.delete': { needs: contract.stockMovements.remove.needs, undo: moveAgain },
  'reels.weigh': { needs: contract.reels.weigh.needs, needsKept: true, undo: takeWeighingBack },
  'stock-counts.delete': { needs: contract.stockCounts.remove.needs, undo: restoreCount },
};

/** Reverses all movements of a transfer. Locks them in id order, then the reels, then the stock keys. */
async function takeBack(act: Act, logged: LoggedAct): Promise<void> {
  const { movements, places = [] } = logged.kept as KeptTransfer;
  const { rows } = await sql<{ id: number; is_unchanged: boolean }>`
    select id, deleted_at is null and version = 1 as is_unchanged
    from stock_movements where id = any(${movements}) order by id for update`.execute(act.tx);
  if (rows.some(({ is_unchanged }) => !is_unchanged)) throw cannotUndo('UNDO_CHANGED');
  const taken = await readMovements(act.tx, movements);
  await lockPlacedReels(act, places);
  await postMovements(act, { lines: [], undone: movements });
  const placed = await placeReelsBack(act, places);
  for (const [index, movement] of taken.entries())
    act.record(
      'delete',
      'stock-movements',
      movements[index]!,
      describeMovement(movement),
      null,
      diffRecords(movement, null),
    );
  recordPlaces(act, placed);
}

/**
 * Reverses what a weighing booked. Locks as the weighing does.
 * @throws IN_USE when the reel was weighed, used or sold since
 */
async function takeWeighingBack(act: Act, { id, details, kept }: LoggedAct): Promise<void> {
  const before = await readReel(act.tx, id);
  await undoReading(act, { batch_id: id, ...(kept as KeptWeighing) });
  const { quantity, version } = await readReel(act.tx, id);
  act.record('undo-weigh', 'reels', id, details, version, [
    { field: 'quantity', before: before.quantity, after: quantity },
  ]);
}

/** Creates a new movement with the content of a deleted one. Locks as a new movement does. */
async function moveAgain(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<MovementInput>`
    select m.movement_type, m.movement_date, m.product_id, m.warehouse_id, m.destination_warehouse_id, m.quantity::float8 as quantity, m.notes,
      nullif(b.batch_number, '') as batch_number,
      case when m.movement_type = 'C' then b.production_date end as production_date,
      case when m.movement_type = 'C' then b.expiry_date end as expiry_date
    from stock_movements m join batches b on b.id = m.batch_id
    where m.id = ${logged.id} and m.deleted_at is not null`.execute(act.tx);
  if (!rows[0]) throw cannotUndo('UNDO_CHANGED');
  const before = manualMovement(rows[0]);
  const { line } = await checkMovement(act, { movement: before, before });
  const [number] = await postMovements(act, { lines: [line] });
  const created: Movement = await readMovement(act.tx, number!);
  act.record(
    'create',
    'stock-movements',
    number!,
    describeMovement(created),
    created.version,
    diffRecords(null, created),
  );
}

/** Revives an open count of a warehouse that still exists. */
async function restoreCount(act: Act, logged: LoggedAct): Promise<void> {
  const { rows } = await sql<{ warehouse_id: number }>`
    select warehouse_id from stock_counts where id = ${logged.id}`.execute(act.tx);
  await holdNamedRows(
    act,
    'warehouses',
    rows.map(({ warehouse_id }) => warehouse_id),
  );
  await restoreRow(act, { table: 'stock_counts', logged });
}
