/** The genealogy of batches, from the links between them, and their quantities, from their movements. */
import { sql, type RawBuilder } from 'kysely';
import type { TraceDirection, TraceEdge, TraceNode } from '@bobina/contract/system/trace.ts';
import type { Db } from '../../../platform/database/db.ts';

interface Wanted {
  batches: readonly number[];
  direction: TraceDirection;
}

/**
 * Reads the batches that were made from the given ones (forward) or that these were made from (backward), at any depth,
 * with the links between them. Ends on cycles. A batch in both directions counts as forward.
 * @returns `nodes` with the given batches first, then by product code and batch number; without unknown ids
 */
export async function readTrace(db: Db, wanted: Wanted): Promise<{ nodes: TraceNode[]; edges: TraceEdge[] }> {
  const [nodes, edges] = [await readTraced(db, wanted), await readEdges(db, wanted)];
  return { nodes, edges };
}

/** Reads the batches of a trace without the links between them, as `readTrace` does. */
export async function readTraced(db: Db, wanted: Wanted): Promise<TraceNode[]> {
  const { rows } = await sql<TraceNode>`
    with recursive ${closures(wanted)},
    traced as (
      select batch_id, min(side) as side from (
        select unnest(${wanted.batches}::integer[]) as batch_id, 0 as side
        union all select batch_id, 1 from down
        union all select batch_id, 2 from up
      ) found group by batch_id
    )
    select b.id as batch_id, b.batch_number, b.product_id, p.code as product_code, coalesce(p.name, p.description) as product_name,
      p.unit_of_measure, (array['self', 'forward', 'backward'])[t.side + 1] as direction,
      case coalesce(moved.first_load, 'PRD')
        when 'PO' then 'receipt'
        when 'SPL' then 'split'
        -- What a run made for an order line is loaded later.
        when 'PRD' then case
          when exists (select from batch_links l where l.output_batch = b.id and l.source = 'run' and l.undone_at is null) then 'run'
          when exists (select from batch_links l where l.output_batch = b.id and l.source = 'load' and l.undone_at is null) then 'load'
          else 'unknown' end
        else 'unknown' end as origin,
      moved.made, moved.adjusted, moved.delivered, moved.used_on, held.in_stock, held.warehouses, b.hold_reason
    from traced t
    join batches b on b.id = t.batch_id
    join products p on p.id = b.product_id
    cross join lateral (
      select
        coalesce(sum(m.quantity) filter (where m.movement_type = 'C' and m.source_type in ('PO', 'PRD', 'SPL')), 0)::float8 as made,
        coalesce(sum(case m.movement_type when 'C' then m.quantity else -m.quantity end)
          filter (where m.movement_type <> 'T' and m.source_type in ('INV', 'MAN')), 0)::float8 as adjusted,
        coalesce(sum(case m.movement_type when 'S' then m.quantity else -m.quantity end) filter (where m.source_type = 'SO'), 0)::float8 as delivered,
        coalesce(sum(case m.movement_type when 'S' then m.quantity else -m.quantity end)
          filter (where m.source_type = 'USE' or (m.source_type = 'SPL' and m.movement_type = 'S')), 0)::float8 as used_on,
        (array_agg(m.source_type order by m.id) filter (where m.movement_type = 'C'))[1] as first_load
      from stock_movements m where m.batch_id = b.id and m.deleted_at is null
    ) moved
    cross join lateral (
      select coalesce(sum(s.quantity), 0)::float8 as in_stock,
        coalesce(json_agg(json_build_object('warehouse_id', w.id, 'warehouse_name', w.name, 'quantity', s.quantity::float8)
          order by lower(w.name) collate "C", w.id) filter (where s.quantity <> 0), '[]') as warehouses
      from stock_balances s join warehouses w on w.id = s.warehouse_id
      where s.batch_id = b.id and s.product_id = b.product_id
    ) held
    order by t.side = 0 desc, lower(p.code) collate "C", lower(b.batch_number) collate "C", b.id`.execute(db);
  return rows;
}

/** Reads the ids of batches and of everything that was made from them. */
export async function readMade(db: Db, batches: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ batch_id: number }>`
    with recursive ${closures({ batches, direction: 'forward' })}
    select batch_id from down order by batch_id`.execute(db);
  return rows.map(({ batch_id }) => batch_id);
}

async function readEdges(db: Db, wanted: Wanted): Promise<TraceEdge[]> {
  const { rows } = await sql<TraceEdge>`
    with recursive ${closures(wanted)}
    select l.input_batch as input_batch_id, l.output_batch as output_batch_id,
      case when l.source = 'run' then l.source_id end as run_id, l.source,
      sum(case l.source
        when 'run' then (select sum(i.quantity) from run_inputs i
          where i.run_id = l.source_id and i.batch_id = l.input_batch and i.undone_at is null)
        -- Splits and pallets name the movement that took the input out.
        when 'split' then (select m.quantity from stock_movements m where m.id = l.source_id)
        when 'pallet' then (select m.quantity from stock_movements m where m.id = l.source_id)
        end)::float8 as consumed,
      max(case l.source
        when 'run' then (select sum(o.quantity) from run_outputs o
          where o.run_id = l.source_id and o.batch_id = l.output_batch and o.undone_at is null)
        when 'load' then null
        else (select sum(m.quantity) from stock_movements m where m.batch_id = l.output_batch
          and m.movement_type = 'C' and m.source_type = 'SPL' and m.deleted_at is null)
        end)::float8 as produced
    from (
      select l.id from down d join batch_links l on l.input_batch = d.batch_id and l.undone_at is null
      union select l.id from up u join batch_links l on l.output_batch = u.batch_id and l.undone_at is null
    ) found join batch_links l on l.id = found.id
    group by 1, 2, 3, 4
    order by 1, 2, 3 nulls last, 4`.execute(db);
  return rows;
}

/** `down` and `up`: the batches with everything made from them, and with everything they were made from. */
function closures({ batches, direction }: Wanted): RawBuilder<unknown> {
  const start = (isWanted: boolean) => sql`select unnest(${isWanted ? batches : []}::integer[])`;
  // UNION without ALL ends cycles and counts diamonds once.
  return sql`
    down (batch_id) as (
      ${start(direction !== 'backward')}
      union select l.output_batch from down d join batch_links l on l.input_batch = d.batch_id where l.undone_at is null
    ),
    up (batch_id) as (
      ${start(direction !== 'forward')}
      union select l.input_batch from up u join batch_links l on l.output_batch = u.batch_id where l.undone_at is null
    )`;
}
