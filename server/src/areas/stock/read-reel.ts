import { sql } from 'kysely';
import type { Reel, ReelDetails, ReelReading } from '@bobina/contract/stock/reels.ts';
import { MOST_BATCH_MOVEMENTS } from '@bobina/contract/stock/batches.ts';
import type { Db } from '../../platform/database/db.ts';
import { readMovementsOfBatch } from './movement-rows.ts';
import { readReelRow, reelOf } from './reel-rows.ts';

/** Reads one reel in its API form. @throws NOT_FOUND */
export async function readReel(db: Db, id: number): Promise<Reel> {
  return reelOf(await readReelRow(db, id));
}

/** Reads one reel with its readings, movements and links. @throws NOT_FOUND */
export async function readReelDetails(db: Db, id: number): Promise<ReelDetails> {
  const reel = await readReel(db, id);
  const { rows: readings } = await sql<ReelReading>`
    select t.id, t.at, t.by, reader.name as by_name, t.kind, t.gross_kg::float8 as gross_kg, t.od_mm::float8 as od_mm,
      t.counter_m::float8 as counter_m, t.quantity_before::float8 as quantity_before, t.quantity_after::float8 as quantity_after,
      t.undoes, exists (select from reel_readings u where u.undoes = t.id) as is_undone,
      case when t.id = newest.id then (
        select a.id from activities a
        where (a.entity_type, a.entity_id, a.action) = ('reels', t.batch_id, 'weigh') and (a.kept ->> 'reading_id')::integer = t.id
      ) end as activity_id
    from reel_readings t left join users reader on reader.id = t.by
    left join lateral (
      select max(n.id) as id from reel_readings n
      where n.batch_id = t.batch_id and n.undoes is null and not exists (select from reel_readings u where u.undoes = n.id)
    ) newest on true
    where t.batch_id = ${id} order by t.id`.execute(db);
  return {
    ...reel,
    readings,
    movements: await readMovementsOfBatch(db, id, MOST_BATCH_MOVEMENTS),
    parents: await linkedBatches(db, id, 'output_batch', 'input_batch'),
    children: await linkedBatches(db, id, 'input_batch', 'output_batch'),
  };
}

type End = 'input_batch' | 'output_batch';

/** Reads the batches at the other end of the links of a batch, each once. */
async function linkedBatches(db: Db, id: number, own: End, other: End): Promise<ReelDetails['parents']> {
  const { rows } = await sql<ReelDetails['parents'][number]>`
    select distinct b.id as batch_id, b.batch_number, p.id as product_id, p.code as product_code
    from batch_links l join batches b on b.id = ${sql.ref(`l.${other}`)} join products p on p.id = b.product_id
    where ${sql.ref(`l.${own}`)} = ${id} and l.undone_at is null
    order by b.id`.execute(db);
  return rows;
}
