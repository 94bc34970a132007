import { sql } from 'kysely';
import { gtin14 } from '@bobina/contract/core/gs1.ts';
import { readScan } from '@bobina/contract/core/read-scan.ts';
import { ssccIn } from '@bobina/contract/core/sscc-in.ts';
import { GS, shownScan } from '@bobina/contract/core/scan-text.ts';
import { metresIn, rollProductOf, type ReelUnit } from '@bobina/contract/stock/reel.rules.ts';
import type { Scanned } from '@bobina/contract/stock/reels.ts';
import type { Db } from '../../platform/database/db.ts';
import { notFound } from '../../platform/problem.ts';
import { readReels, wholeReels } from './reel-rows.ts';

/**
 * Finds the reels and batches that a scanned code names: code of a reel, SSCC, GTIN with AI 8001, number of the mill, or
 * label of a batch; else the batches with this number. @throws NOT_FOUND when nothing fits
 */
export async function scanCode(db: Db, scanned: string): Promise<Scanned[]> {
  const plain = shownScan(scanned);
  const digits = plain.replaceAll(/[()\s]/g, '').replaceAll(GS, '');
  const sscc = ssccIn(scanned);
  const roll = /^01(\d{14})8001(\d{14})/.exec(digits);
  const labels = readScan(scanned).flatMap(({ code, batch }) =>
    batch === null ? [] : [{ code, gtin: gtin14(code), batch }],
  );
  // Without EXISTS, and with OFFSET 0, the planner cannot choose to read a whole table.
  const { rows } = await sql<{ id: number; is_reel: boolean }>`
    select found.id, (select r.batch_id from reels r where r.batch_id = found.id) is not null as is_reel from (
      select batch_id as id from reels where lower(code) collate "C" = lower(${plain}) collate "C"
      union select batch_id from reels where lower(mill_number) = lower(${plain})
      union select id from batches where sscc = ${sscc}
      union select labelled.id from jsonb_to_recordset(${JSON.stringify(labels)}::jsonb) as l (code text, gtin text, batch text)
        cross join lateral (select b.id, b.product_id from batches b
          where lower(b.batch_number) collate "C" = lower(l.batch) collate "C" and b.batch_number <> '' offset 0) labelled
        cross join lateral (select from products p where p.id = labelled.product_id and p.deleted_at is null
          and (lower(p.code) = lower(l.code) or lower(p.barcode) = lower(l.code) or lpad(p.barcode, 14, '0') = l.gtin) offset 0) p
    ) found order by found.id limit 100`.execute(db);
  const reelIds = rows.filter(({ is_reel }) => is_reel).map(({ id }) => id);
  const batchIds = rows.filter(({ is_reel }) => !is_reel).map(({ id }) => id);
  const rolls = roll ? await reelsOfRoll(db, roll[1]!, roll[2]!) : [];
  const isKnown = reelIds.length + batchIds.length + rolls.length > 0;
  const found: Scanned[] = [
    ...(await readReels(db, [...new Set([...reelIds, ...rolls])])).map((reel) => ({ kind: 'reel' as const, ...reel })),
    ...(await readScannedBatches(db, isKnown ? batchIds : await batchesNumbered(db, plain))),
  ];
  if (found.length === 0) throw notFound();
  return found;
}

/** The batches whose number is the scanned text, as on a label of the supplier that names no product. */
async function batchesNumbered(db: Db, number: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select found.id from (
      select b.id, b.product_id from batches b
      where lower(b.batch_number) collate "C" = lower(${number}) collate "C" and b.batch_number <> '' offset 0
    ) found
    cross join lateral (select from products p where p.id = found.product_id and p.deleted_at is null offset 0) p
    order by found.id limit 100`.execute(db);
  return rows.map(({ id }) => id);
}

/** The reels of a GTIN whose AI 8001 is this one, by their length now or when they came. */
async function reelsOfRoll(db: Db, gtin: string, content: string): Promise<number[]> {
  const width = Number(content.slice(0, 4));
  const { rows: products } = await sql<{ id: number }>`
    select id from products
    where lower(barcode) collate "C" = any(${spellingsOf(gtin)}::text[]) and barcode is not null and deleted_at is null`.execute(
    db,
  );
  if (products.length === 0) return [];
  // A range of widths and the products by their ids, so that the index of products and widths applies.
  const rows = await wholeReels(db)
    .where(
      sql<boolean>`t.product_id = any(${products.map(({ id }) => id)}::integer[])
        and t.width_mm >= ${width - 0.5} and t.width_mm < ${width + 0.5} and t.quantity > 0`,
    )
    .execute();
  return rows
    .filter((row) => {
      if (row.m === null || row.gsm === null) return false;
      const initial = metresIn(row.unit_of_measure as ReelUnit, row.initial_quantity, {
        width_mm: row.width_mm,
        gsm: row.gsm,
      });
      // The splices may have grown since the label was printed.
      const matches = (m: string) => rollProductOf({ ...row, m })?.slice(0, 13) === content.slice(0, 13);
      return matches(row.m) || matches(initial.toFixed());
    })
    .map(({ id }) => id);
}

/** A GTIN as registers hold it: in full, or as its short form of 13, 12 or 8 digits. */
function spellingsOf(gtin: string): string[] {
  const rest = gtin.replace(/^0+/, '').length;
  return [14, 13, 12, 8].filter((length) => length >= rest).map((length) => gtin.slice(14 - length));
}

async function readScannedBatches(db: Db, ids: readonly number[]): Promise<Scanned[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<Extract<Scanned, { kind: 'batch' }>>`
    select 'batch' as kind, b.id as batch_id, b.batch_number, b.product_id, p.code as product_code,
      coalesce(p.name, p.description) as product_name, p.unit_of_measure, b.hold_reason,
      (select coalesce(sum(quantity), 0)::float8 from stock_balances where batch_id = b.id) as quantity
    from batches b join products p on p.id = b.product_id
    where b.id = any(${ids}::integer[]) order by b.id`.execute(db);
  return rows;
}
