import { sql } from 'kysely';
import type { Day } from '@bobina/contract/core/dates.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import type { Act } from '../../platform/context.ts';
import type { MeasuredReel } from './measure-reels.ts';
import { readReels } from './reel-rows.ts';

/** The number and the SSCC of a new reel; no SSCC without a GS1 prefix of the company. */
export interface ReelNumber {
  code: string;
  sscc: string | null;
}

/**
 * Takes the numbers of new reels, without gaps. Waits for other acts that take some: call it after products and warehouses
 * are locked and just before `postMovements`, once for all reels of the act.
 */
export async function takeReelNumbers(act: Act, count: number, day: Day): Promise<ReelNumber[]> {
  if (count === 0) return [];
  const { rows } = await sql<{ codes: string[]; ssccs: (string | null)[] }>`
    select codes, next_ssccs(cardinality(codes)) as ssccs from next_reel_numbers(${count}, ${day}) codes`.execute(
    act.tx,
  );
  const { codes, ssccs } = rows[0]!;
  return codes.map((code, at) => ({ code, sscc: ssccs[at]! }));
}

/** A reel whose load is posted, or the batch of one that is loaded later. */
export type LoadedReel = MeasuredReel & ReelNumber & ({ movement_id: number } | { batch_id: number });

/**
 * Writes new reels with their first readings, in one statement.
 * @returns the reels, in the same order
 */
export async function createReels(act: Act, loaded: readonly LoadedReel[]): Promise<Reel[]> {
  if (loaded.length === 0) return [];
  const sent = loaded.map(({ input, ...reel }) => ({ ...input, ...reel }));
  const { rows } = await sql<{ batch_id: number }>`
    with sent as materialized (
      select s.*, b.id as of_batch, b.product_id
      from rows from (jsonb_to_recordset(${JSON.stringify(sent)}::jsonb) as (movement_id integer, batch_id integer, code text, sscc text, width_mm numeric,
        quantity numeric, gsm numeric, caliper_um numeric, core_mm numeric, core_inner_mm numeric, od_mm numeric, gross_kg numeric,
        tare_kg numeric, splices smallint, winding smallint, supplier_lot text, mill_number text, location text)) with ordinality s
          (movement_id, batch_id, code, sscc, width_mm, quantity, gsm, caliper_um, core_mm, core_inner_mm, od_mm, gross_kg, tare_kg, splices,
          winding, supplier_lot, mill_number, location, at)
      left join stock_movements m on m.id = s.movement_id
      join batches b on b.id = coalesce(m.batch_id, s.batch_id)
    ), made as (
      insert into reels (batch_id, product_id, code, width_mm, gsm, caliper_um, core_mm, core_inner_mm, od_mm, tare_kg, initial_quantity,
        splices, winding, supplier_lot, mill_number, location, created_by)
      select of_batch, product_id, code, width_mm, gsm, caliper_um, core_mm, core_inner_mm, od_mm, tare_kg, quantity, splices, winding,
        supplier_lot, mill_number, location, ${act.user.id} from sent order by at
    ), named as (
      update batches b set sscc = s.sscc from sent s where b.id = s.of_batch and s.sscc is not null
    ), reading as (
      insert into reel_readings (batch_id, by, kind, gross_kg, od_mm, quantity_before, quantity_after, movement_id)
      select of_batch, ${act.user.id}, 'receipt', gross_kg, od_mm, 0, quantity, movement_id from sent order by at
    )
    select of_batch as batch_id from sent order by at`.execute(act.tx);
  act.changed('reels');
  return readReels(
    act.tx,
    rows.map(({ batch_id }) => batch_id),
  );
}

/** Corrects the initial quantity of a new reel before its load. Does nothing for a batch that is not a reel. */
export async function correctNewReel(
  act: Act,
  { batch_id, quantity }: { batch_id: number; quantity: number },
): Promise<void> {
  await sql`
    update reels set initial_quantity = ${quantity}, version = version + 1, modified_at = now(), modified_by = ${act.user.id}
    where batch_id = ${batch_id}`.execute(act.tx);
  act.changed('reels');
}
