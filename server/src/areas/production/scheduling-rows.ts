/** Reads schedulings in their API form: single ones, and by machine. */
import { sql } from 'kysely';
import type { MachineBoard, Scheduling } from '@bobina/contract/production/scheduling.ts';
import type { Act } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { AUDIT, numeric } from '../../platform/master-data.ts';
import { notFound } from '../../platform/problem.ts';
import {
  boardOrder,
  lateLine,
  leftMinutes,
  leftOfJob,
  madeOfJob,
  readLateness,
  type OrderLine,
} from '../orders/index.ts';
import { lockItemOfPath } from './items/named-item.ts';

/** Reads a scheduling. @throws NOT_FOUND */
export async function readScheduling(db: Db, id: number): Promise<Scheduling> {
  const row = await db
    .selectFrom('production_schedulings as t')
    .innerJoin('machines as m', 'm.id', 't.machine_id')
    .leftJoin('users as creator', 'creator.id', 't.created_by')
    .leftJoin('users as editor', 'editor.id', 't.modified_by')
    .where('t.id', '=', id)
    .select([
      't.id',
      't.order_item_id',
      't.machine_id',
      'm.code as machine_code',
      'm.description as machine_description',
    ])
    .select(['t.production_time', 't.production_minutes', 't.notes', 't.not_before', 't.position', ...AUDIT])
    .select(numeric('t.quantity_to_produce', 'quantity_to_produce'))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Locks the line of a scheduling, then the scheduling. @throws NOT_FOUND */
export async function lockScheduling(act: Act, id: number): Promise<{ item: OrderLine; scheduling: Scheduling }> {
  const { rows } = await sql<{
    order_item_id: number;
  }>`select order_item_id from production_schedulings where id = ${id}`.execute(act.tx);
  if (!rows[0]) throw notFound();
  const item = await lockItemOfPath(act, rows[0].order_item_id);
  return { item, scheduling: await readScheduling(act.tx, id) };
}

/** Reads the jobs of open items by machine, for all machines or one. */
export async function readBoards(db: Db, machine?: number): Promise<MachineBoard[]> {
  const lateness = await readLateness(db);
  const { rows } = await sql<MachineBoard>`
    select m.id as machine_id, m.code as machine_code, m.description as machine_description, sum(${leftMinutes}) as total_minutes,
      jsonb_agg(jsonb_build_object('scheduling_id', s.id, 'version', s.version, 'position', s.position, 'item_id', i.id, 'order_id', o.id, 'order_number', o.order_number,
        'customer_id', c.id, 'customer_name', c.business_name, 'product_id', p.id, 'code', p.code, 'product_name', coalesce(p.name, p.description), 'unit_of_measure', p.unit_of_measure,
        'item_priority', i.priority, 'production_status', i.production_status, 'delivery_date', i.delivery_date, 'is_late', ${lateLine('i', lateness)}, 'quantity', i.quantity, 'delivered_quantity', i.delivered_quantity,
        'quantity_to_produce', s.quantity_to_produce,
        'left_quantity', ${leftOfJob}, 'production_time', s.production_time, 'production_minutes', s.production_minutes,
        'left_minutes', ${leftMinutes}, 'notes', s.notes, 'not_before', s.not_before)
        order by ${boardOrder}) as jobs
    from production_schedulings s
    join machines m on m.id = s.machine_id
    join customer_order_items i on i.id = s.order_item_id and i.production_status <> 'completato'
    join customer_orders o on o.id = i.order_id and o.deleted_at is null
    join customers c on c.id = o.customer_id
    join products p on p.id = i.product_id
    ${madeOfJob}
    where ${machine === undefined ? sql`true` : sql`m.id = ${machine}`}
    group by m.id order by lower(m.code) collate "C", m.id`.execute(db);
  return rows;
}
