/** Invariants of the whole database, written from the business rules instead of the code. */
import type { Client as Database } from 'pg';

/** Each query returns the rows that violate the invariant. */
const INVARIANTS: Record<string, string> = {
  'stock below zero': 'select product_id as row from stock_balances where quantity < 0',
  'stock that differs from the sum of its movements': `
    select s.product_id as row from stock_balances s full join (
      select product_id, warehouse_id, batch_id, sum(quantity) as quantity from (
        select product_id, warehouse_id, batch_id, case movement_type when 'C' then quantity else -quantity end as quantity
        from stock_movements where deleted_at is null
        union all select product_id, destination_warehouse_id, batch_id, quantity from stock_movements where deleted_at is null and movement_type = 'T'
      ) m group by 1, 2, 3
    ) m using (product_id, warehouse_id, batch_id) where coalesce(s.quantity, 0) <> coalesce(m.quantity, 0)`,
  'stock of a deleted product or in a deleted warehouse': `
    select s.product_id as row from stock_balances s join products p on p.id = s.product_id join warehouses w on w.id = s.warehouse_id
    where s.quantity > 0 and (p.deleted_at is not null or w.deleted_at is not null)`,
  'stock whose tracking differs from that of its product': `
    select s.product_id as row from stock_balances s join products p on p.id = s.product_id join batches b on b.id = s.batch_id
    where s.quantity > 0 and p.has_batch = (b.batch_number = '')`,
  'received more than the order with its tolerance, without force': `
    select i.id as row from purchase_order_items i where i.received_quantity > i.ordered_quantity * 1.1
      and not exists (select from goods_receipt_items r join goods_receipts g on g.id = r.receipt_id
        where r.order_item_id = i.id and g.document_number = 'B4')
      -- nor was it ordered less after it came
      and exists (select from goods_receipts where order_id = i.order_id) and i.ordered_quantity > 5`,
  'a deleted order of which goods were received': `
    select o.id as row from purchase_orders o where o.deleted_at is not null
      and exists (select from goods_receipts where order_id = o.id and cancelled_at is null)`,
  'an open order to a deleted supplier, or of a deleted product': `
    select o.id as row from purchase_orders o join purchase_order_items i on i.order_id = o.id join products p on p.id = i.product_id
      join suppliers s on s.id = o.supplier_id
    where o.deleted_at is null and (o.status <> 'fullyReceived' and s.deleted_at is not null or i.status <> 'completed' and p.deleted_at is not null)`,
  'an undelivered order for a deleted customer, or of a deleted product': `
    select o.id as row from customer_orders o join customer_order_items i on i.order_id = o.id join products p on p.id = i.product_id
      join customers c on c.id = o.customer_id
    where o.deleted_at is null and i.open_quantity > 0 and (c.deleted_at is not null or p.deleted_at is not null)`,
  'a deleted order that was used': `
    select o.id as row from customer_orders o join customer_order_items i on i.order_id = o.id where o.deleted_at is not null
      and (i.produced_quantity > 0 or i.scheduled_quantity > 0 or i.delivered_quantity > 0 or i.operations_count > 0)`,
  'delivered, packed and invoiced quantities that differ': `
    select i.id as row from customer_order_items i
    where i.delivered_quantity > i.quantity or i.delivered_quantity <> (
        select coalesce(sum(l.quantity), 0) from packing_list_items l join packing_lists p on p.id = l.packing_list_id
        where l.order_item_id = i.id and p.status = 'issued')
      or i.invoiced_quantity <> (
        select coalesce(sum(l.quantity), 0) from invoice_items l join invoices v on v.id = l.invoice_id
        where l.order_item_id = i.id and v.type = 'invoice' and v.status in ('sent', 'partly_paid', 'paid'))`,
  'a packing list with two active invoices, or cancelled and invoiced': `
    select p.id as row from packing_lists p join invoices v on v.packing_list_id = p.id
    where v.type = 'invoice' and v.status <> 'cancelled' and v.deleted_at is null
    group by p.id having count(*) > 1 or p.status = 'cancelled'`,
  'an invoice that is credited above its total, or cancelled and not credited in full': `
    select v.id as row from invoices v join invoices c on c.credited_invoice_id = v.id group by v.id
    having sum(c.total_amount) > v.total_amount or v.status = 'cancelled' and sum(c.total_amount) <> v.total_amount`,
  'a payment that is allotted above its amount, or an invoice that is paid above its total': `
    select p.id as row from payments p join payment_allocations a on a.payment_id = p.id group by p.id having sum(a.amount) > p.amount
    union all select v.id from invoices v join payment_allocations a on a.invoice_id = v.id group by v.id having sum(a.amount) > v.total_amount`,
  'a declaration of intent above its ceiling': `
    select d.id as row from declarations_of_intent d where used_of_declaration(d.id) > d.ceiling`,
  'a document whose total differs from the sum of its lines': `
    select v.id as row from invoices v join invoice_items i on i.invoice_id = v.id group by v.id having sum(i.total_price) <> v.total_amount
    union all select p.id from packing_lists p join packing_list_items i on i.packing_list_id = p.id group by p.id having sum(i.total_price) <> p.total_amount
    union all select o.id from customer_orders o left join customer_order_items i on i.order_id = o.id group by o.id having coalesce(sum(i.total), 0) <> o.total_amount
    union all select o.id from purchase_orders o left join purchase_order_items i on i.order_id = o.id group by o.id having coalesce(sum(i.total), 0) <> o.total_amount`,
  'an order without a line': `
    select id as row from customer_orders o where not exists (select from customer_order_items where order_id = o.id)
    union all select id from purchase_orders o where not exists (select from purchase_order_items where order_id = o.id)`,
  'duplicate or missing numbers': `
    select max(n) as row from (
      select split_part(number, '/', 1) as series, split_part(number, '/', 2)::int as n from (
        select order_number as number from customer_orders union all select packing_list_number from packing_lists
        union all select invoice_number from invoices where invoice_number is not null
        union all select order_number from purchase_orders where order_number ~ '^OF-[0-9]+/[0-9]+$'
      ) d
    ) s group by series having count(*) <> max(n) or count(distinct n) <> count(*)`,
  'two prices of one day': `
    select a.id as row from prices a join prices b on b.product_id = a.product_id and b.supplier_id = a.supplier_id and b.id > a.id
    where a.deleted_at is null and b.deleted_at is null and a.start_date <= coalesce(b.end_date, 'infinity') and b.start_date <= coalesce(a.end_date, 'infinity')
    union all select a.id from customer_prices a join customer_prices b on b.product_id = a.product_id and b.customer_id = a.customer_id and b.id > a.id
    where a.deleted_at is null and b.deleted_at is null and a.start_date <= coalesce(b.end_date, 'infinity') and b.start_date <= coalesce(a.end_date, 'infinity')`,
  'a destination of a deleted customer, or a deleted payment term in use': `
    select d.id as row from destinazioni_merce d join customers c on c.id = d.customer_id where d.deleted_at is null and c.deleted_at is not null
    union all select c.id from customers c join condizioni_pagamento t on t.id = c.tipo_pagamento_id where c.deleted_at is null and t.deleted_at is not null`,
  'a receipt that is billed above its quantity': `
    select r.id as row from goods_receipt_items r join purchase_invoice_lines l on l.receipt_item_id = r.id join purchase_invoices b on b.id = l.purchase_invoice_id
    where b.deleted_at is null group by r.id having sum(l.matched_quantity::numeric * case b.kind when 'invoice' then 1 else -1 end) > r.quantity::numeric`,
  'two invoices of one supplier, number and year': `
    select min(id) as row from purchase_invoices where deleted_at is null
    group by supplier_id, lower(number), extract(year from document_date), kind having count(*) > 1`,
  'an instalment on two live bank slips': `
    select min(id) as row from bank_slip_items where state in ('new', 'presented') group by invoice_id, purchase_invoice_id, instalment having count(*) > 1`,
  'a payment that was recorded in a period after it was closed': `
    select p.id as row from payments p join activities e on e.entity_type = 'payments' and e.entity_id = p.id and e.action = 'create'
      join accounting_periods c on p.day <= c.until
    where p.reverses is null and pg_xact_commit_timestamp(e.xmin) > pg_xact_commit_timestamp(c.xmin)`,
  'a movement by hand that was recorded in a period after it was closed': `
    select m.id as row from stock_movements m join activities e on e.entity_type = 'stock-movements' and e.entity_id = m.id and e.action = 'create'
      join accounting_periods c on m.movement_date <= c.until
    where m.source_type = 'MAN' and pg_xact_commit_timestamp(e.xmin) > pg_xact_commit_timestamp(c.xmin)`,
  'a deleted default warehouse of production': `
    select w.id as row from settings s join warehouses w on w.id = s.production_warehouse_id where w.deleted_at is not null`,
  'an act of a user committed after the access of that user ended': `
    select a.id as row from activities a join activities e on e.entity_type = 'users' and e.entity_id = a.user_id
      and (e.action = 'delete' or e.details ~ 'is_active: true → false|role: ') and e.user_id <> a.user_id
    where pg_xact_commit_timestamp(a.xmin) > pg_xact_commit_timestamp(e.xmin) and a.action <> 'login'`,
};

/** Runs all invariants. @returns one line per violated invariant, with the ids of the rows */
export async function findBroken(database: Database): Promise<string[]> {
  const found: string[] = [];
  for (const [name, sql] of Object.entries(INVARIANTS)) {
    const { rows } = await database.query<{ row: number }>(sql);
    if (rows.length > 0) found.push(`${name}: ${rows.map(({ row }) => row).join(', ')}`);
  }
  return found;
}
