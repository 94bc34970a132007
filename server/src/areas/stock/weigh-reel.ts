import { sql } from 'kysely';
import { decimalOf, round, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import { kgIn, metresIn, remnantOf, type ReelUnit, type Remnant } from '@bobina/contract/stock/reel.rules.ts';
import type { reels, Weighed, WeighInput } from '@bobina/contract/stock/reels.ts';
import type { Act } from '../../platform/context.ts';
import type { HandlerInput } from '../../platform/http/handler-input.ts';
import { requireVersion } from '../../platform/master-data.ts';
import { notFound, Problem } from '../../platform/problem.ts';
import { companyToday } from '../registry/index.ts';
import { postMovements } from './post-movements.ts';
import type { PostingLine } from './posting-line.ts';
import { readReel } from './read-reel.ts';
import { caliperInForce, readReelRow, reelOf, type WholeReelRow } from './reel-rows.ts';

/**
 * Sets a reel to the measured remnant: an unload with source INV and without a document from each warehouse, the one with
 * the largest quantity first.
 * Locks the product for share, the reel, then its stock keys.
 * @throws 400 on the measurement, REEL_MOUNTED, STALE_VERSION
 */
export async function weighReel(act: Act, { id, body, version }: HandlerInput<typeof reels.weigh>): Promise<Weighed> {
  if (!body.dry_run) await lockReel(act, id);
  const row = await readReelRow(act.tx, id);
  requireVersion(reelOf(row), version);
  if (row.machine_code !== null) throw mounted(row.code, row.machine_code);
  const { web, left, ratio } = measureRemnant(row, body);
  const before = decimalOf(row.quantity);
  if (!body.dry_run) await writeWeighing(act, row, body, left);
  return {
    quantity_before: toNumber(before),
    quantity: toNumber(left),
    difference: toNumber(left.minus(before)),
    kg: toNumber(round(kgIn(row.unit_of_measure as ReelUnit, left, web), 3)),
    m: toNumber(round(metresIn(row.unit_of_measure as ReelUnit, left, web), 1)),
    ratio: ratio && toNumber(round(ratio, 10)),
    reel: body.dry_run ? reelOf(row) : await readReel(act.tx, id),
  };
}

/**
 * Locks a reel with its stock keys after its product, until the act ends.
 * @param undone movements that the act reverses: their warehouses are locked for share before the reel
 * @throws NOT_FOUND
 */
export async function lockReel(act: Act, id: number, undone: readonly number[] = []): Promise<void> {
  const { rows } =
    await sql`select from products where id = (select product_id from reels where batch_id = ${id}) for share`.execute(
      act.tx,
    );
  if (rows.length === 0) throw notFound();
  if (undone.length > 0)
    await sql`
      select from warehouses where id in (select warehouse_id from stock_movements where id = any(${undone}::integer[]))
      order by id for share`.execute(act.tx);
  await sql`select lock_batches(array[${id}::integer])`.execute(act.tx);
}

/** The refusal of an act on a mounted reel. */
export function mounted(batch: string, machine: string): Problem {
  return new Problem('REEL_MOUNTED', {
    values: { batch, machine },
    extra: { batch_number: batch, machine_code: machine },
  });
}

/**
 * Computes what is left on a reel, in the unit of the ledger.
 * @returns `web`, which converts it into weight and length, and the ratio of the diameters where it was used
 * @throws 400 on the measurement
 */
export function measureRemnant(row: WholeReelRow, body: Remnant) {
  // The grammage is missing only if the product is no longer managed by reel: then the reel has no stock.
  const web = { width_mm: row.width_mm, gsm: row.gsm ?? 1 };
  const found = remnantOf(body, {
    ...web,
    unit: row.unit_of_measure as ReelUnit,
    tare_kg: row.tare_kg,
    core_mm: row.core_mm,
    caliper_um: caliperInForce(row).caliper,
    balance: row.quantity,
    last_od: row.last_od,
  });
  if ('faults' in found) throw new Problem('VALIDATION', { fields: found.faults });
  return { web, left: found.quantity, ratio: found.ratio };
}

/**
 * Unloads a difference from the warehouses of a reel, the largest quantity first. The act has locked the reel.
 * @returns the movements; none for a difference of 0
 */
export async function unloadReel(
  act: Act,
  {
    row,
    difference,
    source,
  }: {
    row: Pick<WholeReelRow, 'warehouses' | 'product_id' | 'code'>;
    difference: Decimal;
    source: Pick<PostingLine, 'source_type' | 'document_id' | 'document_number'>;
  },
): Promise<number[]> {
  let missing = difference;
  const parts: { warehouse_id: number; quantity: string }[] = [];
  for (const { warehouse_id, quantity } of row.warehouses) {
    const part = missing.lt(quantity) ? missing : decimalOf(quantity);
    if (part.lte(0)) break;
    parts.push({ warehouse_id, quantity: part.toFixed() });
    missing = missing.minus(part);
  }
  if (parts.length === 0) return [];
  const today = await companyToday(act.tx);
  return postMovements(act, {
    lines: parts.map((part) => ({
      ...part,
      ...source,
      movement_type: 'S',
      movement_date: today,
      product_id: row.product_id,
      batch_number: row.code,
    })),
  });
}

/** Kept by a weighing for its reversal. */
export interface KeptWeighing {
  reading_id: number;
  movements: readonly number[];
  /** The splices that it added. */
  splices: number;
}

async function writeWeighing(act: Act, row: WholeReelRow, body: WeighInput, left: Decimal): Promise<void> {
  const movements = await unloadReel(act, {
    row,
    difference: decimalOf(row.quantity).minus(left),
    source: { source_type: 'INV' },
  });
  const splices = body.splices ?? 0;
  const { rows } = await sql<{ id: number }>`
    with changed as (
      update reels set version = version + 1, od_mm = coalesce(${body.od_mm ?? null}, od_mm),
        splices = case when ${body.splices ?? null}::integer is null then splices else coalesce(splices, 0) + ${body.splices ?? 0} end,
        modified_at = now(), modified_by = ${act.user.id}
      where batch_id = ${row.id}
    )
    insert into reel_readings (batch_id, by, kind, gross_kg, od_mm, counter_m, quantity_before, quantity_after, movement_id)
    values (${row.id}, ${act.user.id}, 'count', ${body.gross_kg ?? null}, ${body.od_mm ?? null}, ${body.counter_m ?? null},
      ${row.quantity}, ${left.toFixed()}, ${movements[0] ?? null})
    returning id`.execute(act.tx);
  const unit = row.unit_of_measure;
  const before = decimalOf(row.quantity);
  const details = `${row.code} · ${before.toFixed()} → ${left.toFixed()} ${unit}`;
  act.record('weigh', 'reels', row.id, details, row.version + 1, [
    { field: 'quantity', before: toNumber(before), after: toNumber(left) },
  ]);
  act.keep({ reading_id: rows[0]!.id, movements, splices } satisfies KeptWeighing);
}
