/** Runs of the demo company: a reel is cut, laminated with film and delivered; another cut is under way. */
import { sql } from 'kysely';
import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Run, RunInput } from '@bobina/contract/production/runs.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import type { Db } from '../platform/database/db.ts';
import type { Call } from './call.ts';
import { dayOf } from './days.ts';

interface RunFloor {
  call: Call;
  /** The kraft reel to cut and the film to laminate. */
  kraft: Reel;
  film: Reel;
  /** Where the laminate is loaded. */
  finishedGoods: number;
  /** Where cut reels are loaded. */
  semiFinished: number;
}

const LAMINATE = {
  code: 'ACC-140',
  name: 'Accoppiato kraft + BOPP',
  description: 'Accoppiato kraft 100 g/m² + BOPP 40 µm, fascia 600 mm',
  category: 'Accoppiati',
  unit_of_measure: 'kg',
  currency: 'EUR',
  has_batch: true,
  categoria_vat_codice: '22',
  categoria_vat_valore: 22,
};
const WIDTH_MM = 600;
const LAMINATED_KG = 480;

/** Cuts a reel of kraft into two, without an order. @returns the two reels */
export async function cutKraft({ call, kraft, semiFinished }: RunFloor): Promise<Reel[]> {
  const run = await start(call, 'TAG-01', { setup_minutes: 25 });
  const input = await mount(call, run, { batch_id: kraft.batch_id });
  const { reels } = await call<{ reels: Reel[] }>('POST', `/runs/${run.id}/outputs`, {
    product_id: kraft.product_id,
    warehouse_id: semiFinished,
    reels: [290, 291.5].map((kg) => ({ width_mm: WIDTH_MM, kg, core_mm: 172, tare_kg: 6.5 })),
  });
  await call('POST', `/runs/${run.id}/wastes`, { kind: 'setup', kg: 4.2, reason: 'Avviamento' });
  await call('POST', `/runs/${run.id}/wastes`, { kind: 'scrap', kg: 9.6, reason: 'Strato esterno rovinato' });
  await call('PUT', `/runs/${run.id}/inputs/${input.id}`, { empty: true });
  await call('POST', `/runs/${run.id}/end`, { run_minutes: 113 });
  return reels;
}

/** Laminates a cut reel with film for an order, loads the goods and delivers them. */
export async function laminateForOrder({ call, film, finishedGoods }: RunFloor, cut: Reel, daysAgo: number) {
  const laminate = await call<Product>('POST', '/products', LAMINATE);
  const [customer] = await call<{ id: number }[]>('GET', '/customers?limit=1&offset=3');
  const order = await call<CustomerOrder>('POST', '/customer-orders', {
    customer_id: customer!.id,
    order_date: dayOf(daysAgo + 8),
    requested_delivery_date: dayOf(daysAgo - 3),
    items: [{ product_id: laminate.id, quantity: LAMINATED_KG, unit_price: 3.95 }],
  });
  const [item] = order.items;
  const job = await call<{ id: number; machine_id: number }>('POST', '/production/scheduling', {
    order_item_id: item!.id,
    machine_id: await machineOf(call, 'ACC-01'),
    quantity_to_produce: LAMINATED_KG,
    production_time: '4 ore',
  });
  const run = await start(call, 'ACC-01', { scheduling_id: job.id, setup_minutes: 40 });
  const paper = await mount(call, run, { batch_id: cut.batch_id });
  const plastic = await mount(call, run, { batch_id: film.batch_id });
  await call('POST', `/runs/${run.id}/wastes`, { kind: 'setup', kg: 6.4 });
  await call('POST', `/runs/${run.id}/outputs`, { batch_number: 'ACC-140-001', quantity: LAMINATED_KG });
  await call('PUT', `/runs/${run.id}/inputs/${paper.id}`, { empty: true });
  await call('PUT', `/runs/${run.id}/inputs/${plastic.id}`, { kg: 14.8, splices: 1 });
  await call('POST', `/runs/${run.id}/wastes`, { kind: 'trim', kg: 2.1 });
  await call('POST', `/runs/${run.id}/end`, { run_minutes: 144 });
  const goods = { itemId: item!.id, warehouseId: finishedGoods, quantity: LAMINATED_KG };
  await call('POST', '/production/load-to-warehouse', goods);
  await call('POST', '/packing-lists', {
    customer_id: customer!.id,
    order_id: order.id,
    items: [{ order_item_id: item!.id, quantity: LAMINATED_KG - 80, warehouse_id: finishedGoods }],
  });
}

/** Begins to cut another reel, which stays on the machine. */
export async function startCutting({ call, semiFinished }: RunFloor, cut: Reel): Promise<void> {
  const run = await start(call, 'TAG-02', { notes: 'Fascia 290 mm per magazzino' });
  await mount(call, run, { batch_id: cut.batch_id });
  await call('POST', `/runs/${run.id}/outputs`, {
    product_id: cut.product_id,
    warehouse_id: semiFinished,
    reels: [{ width_mm: 290, kg: 70.5, core_mm: 172 }],
  });
  await call('POST', `/runs/${run.id}/wastes`, { kind: 'trim', kg: 2.4 });
}

/**
 * Dates the runs by the days of their movements: from eight o'clock, an open one of today until now, with minutes between
 * acts that were loaded at once. Their order stays the same, so that their links do too.
 */
export async function dateRuns(db: Db): Promise<void> {
  await sql`
    create temporary table run_times on commit drop as
    with happened as (
      select id as run_id, started_at as at from production_runs
      union select id, ended_at from production_runs where ended_at is not null
      union select run_id, mounted_at from run_inputs
      union select run_id, dismounted_at from run_inputs where dismounted_at is not null
      union select run_id, from_at from run_outputs
      union select run_id, to_at from run_outputs
      union select run_id, at from run_wastes
    ), ranked as (
      select run_id, at, row_number() over earlier - 1 as rank, count(*) over (partition by run_id) - 1 as last
      from happened window earlier as (partition by run_id order by at)
    ), dated as (
      select r.id as run_id, r.ended_at, coalesce(min(m.movement_date), current_date) + time '08:00' as starts
      from production_runs r join machines c on c.id = r.machine_id
      left join stock_movements m on m.document_id = r.id and m.source_type in ('USE', 'PRD') and m.document_number = c.code
      group by r.id
    )
    select k.run_id, k.at,
      case when d.ended_at is null and d.starts::date >= (now() at time zone s.time_zone)::date then now() - (k.last - k.rank + 1) * interval '17 minutes'
        else (d.starts at time zone s.time_zone) + k.rank * interval '23 minutes' end as dated
    from ranked k join dated d using (run_id), settings s`.execute(db);
  const shift = (column: string) =>
    sql`${sql.ref(column)} = (select k.dated from run_times k where k.run_id = t.run_id and k.at = ${sql.ref(`t.${column}`)})`;
  // The acts of an ended run do not change, so the runs are open while they are dated.
  await sql`create temporary table ended on commit drop as select id as run_id, ended_at from production_runs where ended_at is not null`.execute(
    db,
  );
  await sql`update production_runs set ended_at = null`.execute(db);
  await sql`update run_inputs t set ${shift('mounted_at')}, ${shift('dismounted_at')}`.execute(db);
  await sql`update run_outputs t set ${shift('from_at')}, ${shift('to_at')}`.execute(db);
  await sql`update run_wastes t set ${shift('at')}`.execute(db);
  await sql`
    update production_runs r set started_at = k.dated
    from run_times k where k.run_id = r.id and k.at = r.started_at`.execute(db);
  await sql`
    update production_runs r set ended_at = k.dated
    from ended e join run_times k on k.run_id = e.run_id and k.at = e.ended_at where e.run_id = r.id`.execute(db);
  await sql`
    update reels r set mounted_at = i.mounted_at from run_inputs i
    where i.batch_id = r.batch_id and i.is_reel and i.dismounted_at is null and i.undone_at is null`.execute(db);
}

async function start(call: Call, machine: string, body: object): Promise<Run> {
  return call<Run>('POST', '/runs', { machine_id: await machineOf(call, machine), ...body });
}

async function machineOf(call: Call, code: string): Promise<number> {
  const machines = await call<{ id: number; code: string }[]>('GET', '/machines');
  return machines.find((machine) => machine.code === code)!.id;
}

function mount(call: Call, run: Run, body: object): Promise<RunInput> {
  return call<RunInput>('POST', `/runs/${run.id}/inputs`, body);
}
