/** The complete state of a cell without ids, numbers and times: equal for two cells after the same acts. */
import type { Client as Database } from 'pg';
import type { Cell } from './scene.ts';

/** Queries for the rows of a cell, by name. Placeholders such as `{products}` are replaced by the ids of the cell. */
const ROWS: Record<string, string> = {
  product: `select array_position({products}, id) as at, status, description, has_batch, is_reel, has_expiry_date, unit_of_measure, categoria_vat_codice,
    array_position({suppliers}, supplier_id) as supplier, version, deleted_at is null as there from products where id = any({products})`,
  warehouse: `select array_position({warehouses}, id) as at, is_active, version, deleted_at is null as there from warehouses where id = any({warehouses})`,
  supplier: `select array_position({suppliers}, id) as at, business_name, version, deleted_at is null as there from suppliers where id = any({suppliers})`,
  customer: `select array_position({customers}, id) as at, is_active, valuta, tipo_pagamento_id is null as at_once, version, deleted_at is null as there
    from customers where id = any({customers})`,
  destination: `select array_position({customers}, customer_id) as customer, version, deleted_at is null as there
    from destinazioni_merce where customer_id = any({customers})`,
  machine: `select array_position({machines}, id) as at, is_active, version, deleted_at is null as there from machines where id = any({machines})`,
  user: `select array_position({users}, id) as at, name, role, is_active, version, deleted_at is null as there,
      (select count(*) from sessions where user_id = users.id and ended_at is null) as sessions from users where id = any({users})`,
  settings: `select over_receipt_percent, default_vat_code, array_position({warehouses}, production_warehouse_id) as production from settings`,
  price: `select array_position({products}, product_id) as product, price, start_date, end_date, version, deleted_at is null as there
    from prices where product_id = any({products})`,
  customer_price: `select array_position({products}, product_id) as product, price, currency, start_date, end_date, version, deleted_at is null as there
    from customer_prices where product_id = any({products})`,
  movement: `select movement_type, source_type, array_position({products}, m.product_id) as product, array_position({warehouses}, warehouse_id) as warehouse,
      array_position({warehouses}, destination_warehouse_id) as destination, batch_number, quantity, m.version, deleted_at is null as there
    from stock_movements m join batches b on b.id = m.batch_id where m.product_id = any({products})`,
  stock: `select array_position({products}, s.product_id) as product, array_position({warehouses}, warehouse_id) as warehouse, batch_number, quantity,
      production_date, expiry_date
    from stock_balances s join batches b on b.id = s.batch_id where s.product_id = any({products}) and quantity <> 0`,
  count: `select array_position({warehouses}, warehouse_id) as warehouse, status, version, deleted_at is null as there,
      (select jsonb_agg(jsonb_build_array(array_position({products}, i.product_id), i.batch_number, i.counted_quantity, i.book_quantity)
        order by i.product_id, i.batch_number) from stock_count_items i where i.count_id = c.id) as items
    from stock_counts c where warehouse_id = any({warehouses})`,
  purchase: `select array_position({suppliers}, supplier_id) as supplier, status, total_amount, notes, version, deleted_at is null as there,
      (select jsonb_agg(jsonb_build_array(array_position({products}, i.product_id), i.ordered_quantity, i.unit_price, i.total, i.received_quantity, i.closed,
          i.status) order by i.position) from purchase_order_items i where i.order_id = o.id) as items,
      (select jsonb_agg(jsonb_build_array(r.document_number, array_position({products}, i.product_id), array_position({warehouses}, l.warehouse_id), l.quantity,
          r.cancel_reason) order by r.document_number, l.id) from goods_receipts r join goods_receipt_items l on l.receipt_id = r.id
          join purchase_order_items i on i.id = l.order_item_id where r.order_id = o.id) as receipts
    from purchase_orders o where supplier_id = any({suppliers})`,
  order: `select array_position({customers}, customer_id) as customer, customer_order_number, total_amount, version, deleted_at is null as there,
      (select jsonb_agg(jsonb_build_array(array_position({products}, i.product_id), i.quantity, i.unit_price, i.total, i.priority, i.produced_quantity,
          i.operations_count, i.completed_operations, i.scheduled_quantity, i.loaded_quantity, i.forced, i.closed_at is not null, i.delivered_quantity, i.invoiced_quantity,
          i.production_status, i.scheduling_status,
          (select jsonb_agg(jsonb_build_array(p.batch_number, p.quantity_produced, p.is_completed, p.version)
            order by p.quantity_produced, p.is_completed, p.version, p.batch_number) from production_operations p where p.order_item_id = i.id),
          (select jsonb_agg(jsonb_build_array(array_position({machines}, s.machine_id), s.quantity_to_produce, s.position, s.version)
            order by s.machine_id, s.quantity_to_produce) from production_schedulings s where s.order_item_id = i.id),
          (select jsonb_agg(jsonb_build_array(l.quantity, l.forced, l.undone_at is null, array_position({warehouses}, l.warehouse_id))
            order by l.quantity, l.forced, l.undone_at is null) from production_loads l where l.order_item_id = i.id)
        ) order by i.position) from customer_order_items i where i.order_id = o.id) as items
    from customer_orders o where customer_id = any({customers})`,
  packing: `select array_position({customers}, customer_id) as customer, status, total_amount, invoice_id is null as free, version, destination is null as home,
      (select jsonb_agg(jsonb_build_array(array_position({products}, i.product_id), array_position({warehouses}, i.warehouse_id), i.batch_number, i.quantity,
          i.unit_price, i.total_price) order by i.position) from packing_list_items i where i.packing_list_id = p.id) as items
    from packing_lists p where customer_id = any({customers})`,
  payment: `select amount, currency, origin, reverses is not null as is_reversal, version,
      (select jsonb_agg(a.amount order by a.amount) from payment_allocations a where a.payment_id = p.id) as parts
    from payments p where customer_id = any({customers})`,
  reminder: `select step, status, version, deleted_at is null as there,
      (select sum((i ->> 'open_amount')::numeric) from jsonb_array_elements(r.items) i) as overdue
    from reminders r where customer_id = any({customers})`,
  declaration: `select ceiling, used_of_declaration(id) as used, version, deleted_at is null as there
    from declarations_of_intent where customer_id = any({customers})`,
  purchase_invoice: `select array_position({suppliers}, supplier_id) as supplier, number, kind, status, match, registered_date is not null as registered,
      dispute_notes, to_pay_amount, version, deleted_at is null as there,
      (select jsonb_agg(jsonb_build_array(array_position({products}, l.product_id), g.document_number, l.matched_quantity, l.match, l.is_confirmed,
          l.differences) order by l.position)
        from purchase_invoice_lines l left join goods_receipt_items r on r.id = l.receipt_item_id left join goods_receipts g on g.id = r.receipt_id
        where l.purchase_invoice_id = b.id) as lines,
      (select jsonb_agg(jsonb_build_array(n.due_date, n.amount, n.paid_date) order by n.position)
        from purchase_invoice_instalments n where n.purchase_invoice_id = b.id) as instalments
    from purchase_invoices b where supplier_id = any({suppliers})`,
  supplier_code: `select array_position({suppliers}, supplier_id) as supplier, code, array_position({products}, product_id) as product
    from supplier_codes where supplier_id = any({suppliers})`,
  batch_cost: `select array_position({products}, b.product_id) as product, b.batch_number, c.unit_cost, c.currency, c.source
    from batch_costs c join batches b on b.id = c.batch_id where b.product_id = any({products})`,
  held: `select array_position({products}, product_id) as product, batch_number, hold_reason, version from batches
    where product_id = any({products}) and (hold_reason is not null or version > 1)`,
  reel: `select array_position({products}, product_id) as product, code, width_mm, initial_quantity, splices, location, version,
      array_position({machines}, machine_id) as machine,
      (select jsonb_agg(jsonb_build_array(n.kind, n.quantity_before, n.quantity_after) order by n.id) from reel_readings n where n.batch_id = r.batch_id) as readings
    from reels r where product_id = any({products})`,
  link: `select l.source, i.batch_number as made_of, o.batch_number as made, l.undone_at is null as there
    from batch_links l join batches i on i.id = l.input_batch join batches o on o.id = l.output_batch where i.product_id = any({products})`,
  recall: `select reason, drill, held, batch_count, (select jsonb_agg(jsonb_build_array(b ->> 'batch_number', b -> 'made', b -> 'used_on', b -> 'in_stock') order by b ->> 'batch_number')
      from jsonb_array_elements(pack -> 'batches') b) as batches
    from recalls r where exists (select from batches b where b.id = any(r.batch_ids) and b.product_id = any({products}))`,
  run: `select array_position({machines}, machine_id) as machine, order_item_id is not null as of_line, setup_minutes, run_minutes, ended_at is not null as is_ended, version,
      (select jsonb_agg(jsonb_build_array(b.batch_number, i.quantity, i.kg, i.unit_cost, i.undone_at is null, i.dismounted_at is null, i.version)
        order by b.batch_number, i.undone_at is null, i.quantity, i.version) from run_inputs i join batches b on b.id = i.batch_id where i.run_id = t.id) as inputs,
      (select jsonb_agg(jsonb_build_array(b.batch_number, o.quantity, o.kg, o.cost, o.undone_at is null, o.version)
        order by b.batch_number, o.quantity, o.undone_at is null) from run_outputs o join batches b on b.id = o.batch_id where o.run_id = t.id) as outputs,
      (select jsonb_agg(jsonb_build_array(w.kind, w.kg) order by w.kind, w.kg) from run_wastes w where w.run_id = t.id) as wastes
    from production_runs t where machine_id = any({machines})`,
  slip: `select s.kind, s.due_date, s.version, s.deleted_at is null as there, bank_slip_state(s.id) as state,
      (select jsonb_agg(jsonb_build_array(i.amount, i.state, i.instalment, (select p.amount from payments p where p.id = i.payment_id)) order by i.position)
        from bank_slip_items i where i.slip_id = s.id) as items
    from bank_slips s where exists (
      select from bank_slip_items i left join invoices v on v.id = i.invoice_id left join purchase_invoices b on b.id = i.purchase_invoice_id
      where i.slip_id = s.id and (v.customer_id = any({customers}) or b.supplier_id = any({suppliers})))`,
  transmission: `select v.type, v.net_amount, f.issue, f.format, e.event
    from transmissions e join document_files f on f.id = e.file_id join invoices v on v.id = f.invoice_id where v.customer_id = any({customers})`,
  pec: `select o.state, v.type, v.net_amount, f.issue from pec_files p join outbox o on o.id = p.outbox_id
    join document_files f on f.id = p.file_id join invoices v on v.id = f.invoice_id where v.customer_id = any({customers})`,
  invoice: `select type, status, paid_amount, open_amount, next_due_date, transmission, notes, cig, invoice_number is null as unnumbered, net_amount, vat_amount, total_amount, due_date, payment ->> 'giorni_differita' as days,
      customer ->> 'valuta' as valuta, version, deleted_at is null as there,
      (select jsonb_agg(jsonb_build_array(array_position({products}, i.product_id), i.quantity, i.unit_price, i.net_amount, i.vat_amount, i.vat_rate)
        order by i.position) from invoice_items i where i.invoice_id = v.id) as items
    from invoices v where customer_id = any({customers})`,
};

/** Numbers of reels count through the company: those of a cell are named by their order. */
const REEL_CODE = /\bR\d\d-\d{6,}\b/g;

/** The activities after a given one; they contain the action but not the affected row. */
const ACTIVITIES = `select action, entity_type from activities where id > {mark}`;

/** Reads the state of a cell. @param mark id of the last activity before the acts @returns one sorted line per row */
export async function readState(database: Database, cell: Cell, mark: number): Promise<string[]> {
  const asked = Object.entries({ ...ROWS, activity: ACTIVITIES })
    .map(([name, sql]) => `select '${name} ' || to_jsonb(x)::text as line from (${sql}) x`)
    .join('\nunion all ')
    .replaceAll('{mark}', String(mark))
    .replace(/\{(products|warehouses|suppliers|customers|machines|users)\}/g, (_, kind: keyof Cell) =>
      textOf(cell[kind] as number[]),
    );
  const { rows } = await database.query<{ line: string }>(asked);
  const codes = new Set(rows.flatMap(({ line }) => line.match(REEL_CODE) ?? []));
  const own = new Map([...codes].toSorted().map((code, at) => [code, `reel ${at + 1}`]));
  return rows
    .map(({ line }) =>
      line
        .replaceAll(/(\.\d*?)0+(?=[,\]}\s])/g, '$1')
        .replaceAll(/"OC-[^"]*-(\d+)"/g, '"own-$1"')
        .replaceAll(REEL_CODE, (code) => own.get(code)!),
    )
    .toSorted();
}

/** Returns the lines that only one of the two states contains. */
export function differenceOf(one: readonly string[], other: readonly string[]): string {
  const without = (a: readonly string[], b: readonly string[]) => {
    const left = [...b];
    return a.filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
  };
  return [
    ...without(one, other).map((line) => `    raced  ${line}`),
    ...without(other, one).map((line) => `    serial ${line}`),
  ].join('\n');
}

function textOf(ids: readonly number[]) {
  return `array[${ids.join()}]::integer[]`;
}
