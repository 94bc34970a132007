/** The place of a reel is within its warehouse, so a transfer changes it. */
import { sql } from 'kysely';
import type { Act } from '../../platform/context.ts';

/** A reel of a transfer. */
export interface MovedReel {
  product_id: number;
  batch_number: string;
  /** The new place; undefined if the transfer names none. */
  location?: string | null | undefined;
}
/** A change of a reel's place; kept by a transfer for its reversal. */
export interface PlaceChange {
  batch_id: number;
  before: string | null;
  after: string | null;
}
type Placed = PlaceChange & { details: string; version: number };

/**
 * Locks the reels, before the posting locks the stock keys. Not the keys as `lock_batches` does: those of the other lines
 * may come before them.
 */
export async function lockMovedReels(act: Act, reels: readonly MovedReel[]): Promise<void> {
  if (reels.length === 0) return;
  await sql`
    select from reels r
    join jsonb_to_recordset(${JSON.stringify(reels)}::jsonb) as m (product_id integer, batch_number text)
      on r.product_id = m.product_id and r.code = m.batch_number
    order by r.product_id, r.code for no key update of r`.execute(act.tx);
}

/** Locks the reels of a transfer that is reversed, before the posting locks the stock keys. */
export async function lockPlacedReels(act: Act, changes: readonly PlaceChange[]): Promise<void> {
  if (changes.length === 0) return;
  await sql`
    select from reels where batch_id = any(${changes.map(({ batch_id }) => batch_id)}::integer[])
    order by product_id, code for no key update`.execute(act.tx);
}

/**
 * Gives each transferred reel its new place. Without one, a reel that has left the warehouse loses its place there. The
 * act has locked the reels and posted the movements.
 */
export async function placeMovedReels(act: Act, reels: readonly MovedReel[], from: number): Promise<Placed[]> {
  if (reels.length === 0) return [];
  const moved = JSON.stringify(reels.map((reel) => ({ ...reel, is_placed: reel.location !== undefined })));
  const { rows } = await sql<Placed>`
    with moved as (
      select distinct on (r.batch_id) r.batch_id, r.location as before, m.location as after
      from jsonb_to_recordset(${moved}::jsonb)
        as m (product_id integer, batch_number text, location text, is_placed boolean)
      join reels r on r.product_id = m.product_id and r.code = m.batch_number
      where r.location is distinct from m.location
        and (m.is_placed or not exists (
          select from stock_balances s
          where s.product_id = m.product_id and s.warehouse_id = ${from} and s.batch_id = r.batch_id and s.quantity > 0))
      order by r.batch_id
    )
    update reels r set location = moved.after, version = r.version + 1, modified_at = now(), modified_by = ${act.user.id}
    from moved, products p
    where r.batch_id = moved.batch_id and p.id = r.product_id
    returning moved.*, r.code || ' · ' || p.code as details, r.version`.execute(act.tx);
  return rows;
}

/** Gives the reels of a reversed transfer their former place, unless it was changed since. The act has locked them. */
export async function placeReelsBack(act: Act, changes: readonly PlaceChange[]): Promise<Placed[]> {
  if (changes.length === 0) return [];
  const { rows } = await sql<Placed>`
    update reels r set location = c.before, version = r.version + 1, modified_at = now(), modified_by = ${act.user.id}
    from jsonb_to_recordset(${JSON.stringify(changes)}::jsonb) as c (batch_id integer, before text, after text), products p
    where r.batch_id = c.batch_id and p.id = r.product_id and r.location is not distinct from c.after
    returning r.batch_id, c.after as before, c.before as after, r.code || ' · ' || p.code as details, r.version`.execute(
    act.tx,
  );
  return rows;
}

/** Adds the changes to the history of the reels. */
export function recordPlaces(act: Act, placed: readonly Placed[]): void {
  for (const { batch_id, before, after, details, version } of placed)
    act.record('update', 'reels', batch_id, details, version, [{ field: 'location', before, after }]);
}
