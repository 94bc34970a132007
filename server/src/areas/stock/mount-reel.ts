/** Acts of runs on reels: mount, return, and the undoing of both. The caller has locked its run. A weighing is undone as a return. */
import { sql } from 'kysely';
import { decimalOf, round, toNumber, type Decimal } from '@bobina/contract/core/decimal.ts';
import { kgIn, type ReelUnit, type Remnant } from '@bobina/contract/stock/reel.rules.ts';
import type { Act } from '../../platform/context.ts';
import { Problem } from '../../platform/problem.ts';
import { postMovements } from './post-movements.ts';
import { lastDiameter, readReelRow, type WholeReelRow } from './reel-rows.ts';
import { lockReel, measureRemnant, mounted, unloadReel } from './weigh-reel.ts';

/** The booking of a run on a reel: the used quantity in the unit of the ledger and in kg, as exact decimal texts. */
export interface Consumption {
  quantity: string;
  kg: string;
  /** The kg of one unit of the ledger on this reel. */
  kg_per_unit: string;
  /** The kg of the remnant of a finished reel, which is booked as used too; 0 for others. */
  scrap_kg: string;
  movements: number[];
  /** The reading of the remaining quantity. */
  reading_id: number;
}

/**
 * Puts a reel on a machine. Locks the product for share, then the reel and its stock keys.
 * @throws ON_HOLD, REEL_MOUNTED, INSUFFICIENT_STOCK for a finished reel
 */
export async function mountReel(
  act: Act,
  { batch_id, machine_id }: { batch_id: number; machine_id: number },
): Promise<WholeReelRow> {
  await lockReel(act, batch_id);
  const row = await readReelRow(act.tx, batch_id);
  if (row.machine_code !== null) throw mounted(row.code, row.machine_code);
  if (row.hold_reason !== null)
    throw new Problem('ON_HOLD', { values: { batch: row.code }, extra: { batch_number: row.code } });
  if (decimalOf(row.quantity).lte(0))
    throw new Problem('INSUFFICIENT_STOCK', { values: { available: 0 }, extra: { available: 0 } });
  await setMachine(act, { batch_id, machine_id });
  await writeReading(act, { batch_id, kind: 'mount', before: row.quantity, after: row.quantity });
  act.changed('reels');
  return row;
}

/**
 * Takes a reel off its machine and books the used quantity, which is its balance less the remnant: one unload with source
 * USE for each warehouse. Locks the product for share, then the reel and its stock keys.
 * @param finish books the remnant too, as waste
 * @throws 400 on the measurement, INSUFFICIENT_STOCK when a later day would be negative
 */
export async function returnReel(
  act: Act,
  {
    batch_id,
    remnant,
    splices,
    finish,
    document,
  }: {
    batch_id: number;
    remnant: Remnant;
    splices: number | null;
    finish: boolean;
    document: { id: number; number: string };
  },
): Promise<Consumption> {
  await lockReel(act, batch_id);
  const row = await readReelRow(act.tx, batch_id);
  const { web, left: measured } = measureRemnant(row, remnant);
  const left = finish ? decimalOf(0) : measured;
  const used = decimalOf(row.quantity).minus(left);
  const movements = await unloadReel(act, {
    row,
    difference: used,
    source: { source_type: 'USE', document_id: document.id, document_number: document.number },
  });
  await setMachine(act, { batch_id, machine_id: null, splices: splices ?? 0, od_mm: remnant.od_mm });
  const reading_id = await writeReading(act, {
    batch_id,
    kind: 'return',
    before: row.quantity,
    after: left.toFixed(),
    remnant,
    movement_id: movements[0],
  });
  act.changed('reels');
  const kgPer = (quantity: Decimal | number) => kgIn(row.unit_of_measure as ReelUnit, quantity, web);
  return {
    quantity: used.toFixed(),
    kg: round(kgPer(used), 3).toFixed(),
    kg_per_unit: kgPer(1).toFixed(),
    scrap_kg: round(kgPer(measured.minus(left)), 3).toFixed(),
    movements,
    reading_id,
  };
}

/**
 * Undoes the return or the weighing of a reel by a reversal; the reel stays off the machine unless `machine` is given. Locks
 * the product and the warehouses of the movements for share, then the reel and its stock keys. The caller refuses a reel
 * that a run used since.
 * @param reading_id the reading of the return or of the weighing
 * @throws IN_USE when the reel is mounted, or was weighed or sold since
 */
export async function undoReading(
  act: Act,
  {
    batch_id,
    reading_id,
    movements,
    splices,
    machine,
  }: {
    batch_id: number;
    reading_id: number;
    movements: readonly number[];
    splices: number;
    machine?: { id: number; mounted_at: string };
  },
): Promise<void> {
  await lockReel(act, batch_id, movements);
  const row = await readReelRow(act.tx, batch_id);
  const { rows } = await sql<{ kind: 'return' | 'count'; quantity_after: string; is_counted: boolean }>`
    select kind, quantity_after, exists (
      select from reel_readings c
      where c.batch_id = t.batch_id and c.id > t.id and c.kind = 'count' and c.undoes is null
        and not exists (select from reel_readings u where u.undoes = c.id)
    ) as is_counted
    from reel_readings t where id = ${reading_id}`.execute(act.tx);
  const { kind, quantity_after, is_counted } = rows[0]!;
  if (row.machine_code !== null || is_counted || !decimalOf(quantity_after).eq(row.quantity))
    throw new Problem('IN_USE');
  if (movements.length > 0) await postMovements(act, { lines: [], undone: movements });
  await setMachine(act, {
    batch_id,
    machine_id: machine?.id ?? null,
    mounted_at: machine?.mounted_at,
    splices: -splices,
  });
  const after = (await readReelRow(act.tx, batch_id)).quantity;
  await writeReading(act, { batch_id, kind, before: row.quantity, after, undoes: reading_id });
  await sql`
    update reels set od_mm = (select od_mm from (${lastDiameter(sql.ref('reels.batch_id'))}) last)
    where batch_id = ${batch_id}`.execute(act.tx);
  act.changed('reels');
}

/** Takes a reel off its machine without booking anything. Locks as the mount. */
export async function undoMount(act: Act, { batch_id }: { batch_id: number }): Promise<void> {
  await lockReel(act, batch_id);
  await setMachine(act, { batch_id, machine_id: null });
  act.changed('reels');
}

async function setMachine(
  act: Act,
  {
    batch_id,
    machine_id,
    mounted_at,
    splices = 0,
    od_mm,
  }: {
    batch_id: number;
    machine_id: number | null;
    mounted_at?: string | undefined;
    splices?: number;
    od_mm?: Remnant['od_mm'];
  },
): Promise<void> {
  await sql`
    update reels set machine_id = ${machine_id}::integer,
      mounted_at = case when ${machine_id}::integer is not null then coalesce(${mounted_at ?? null}::timestamptz, clock_timestamp()) end,
      splices = case when ${splices}::integer = 0 then splices else greatest(coalesce(splices, 0) + ${splices}::integer, 0) end,
      od_mm = coalesce(${od_mm === undefined || od_mm === null ? null : decimalOf(od_mm).toFixed()}::numeric, od_mm),
      version = version + 1, modified_at = now(), modified_by = ${act.user.id}
    where batch_id = ${batch_id}`.execute(act.tx);
}

interface NewReading {
  batch_id: number;
  kind: 'mount' | 'return' | 'count';
  before: string;
  after: string;
  remnant?: Remnant;
  movement_id?: number | undefined;
  /** The reading that is undone. */
  undoes?: number;
}

/** @returns the id of the reading */
async function writeReading(
  act: Act,
  { batch_id, kind, before, after, remnant = {}, movement_id, undoes }: NewReading,
): Promise<number> {
  const measured = (value: Remnant['kg']) =>
    value === null || value === undefined ? null : toNumber(asDecimal(value));
  const { rows } = await sql<{ id: number }>`
    insert into reel_readings (batch_id, at, by, kind, gross_kg, od_mm, counter_m, quantity_before, quantity_after, movement_id, undoes)
    values (${batch_id}, clock_timestamp(), ${act.user.id}, ${kind}, ${measured(remnant.gross_kg)}, ${measured(remnant.od_mm)},
      ${measured(remnant.counter_m)}, ${before}, ${after}, ${movement_id ?? null}, ${undoes ?? null})
    returning id`.execute(act.tx);
  return rows[0]!.id;
}

function asDecimal(value: number | string | Decimal): Decimal {
  return decimalOf(value);
}
