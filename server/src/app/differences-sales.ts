/** Consistency checks of sales documents: see differences.ts. */

/** The numbers of a series with their days, split into year and count. */
const NUMBERED = `
  select 'DDT' as kind, packing_list_number as number, packing_date as day from packing_lists
  union all
  select case type when 'invoice' then 'FT' else 'NC' end, invoice_number, invoice_date from invoices where invoice_number is not null`;
const NUMBERS = `
  select kind, number, day, split_part(split_part(number, '-', 2), '/', 1)::integer as year, split_part(number, '/', 2)::integer as count
  from (${NUMBERED}) n`;

/** The open amounts of issued invoices, from allocations, credit notes and instalments. */
const OWED = `
  select b.*,
    case when status = 'cancelled' then 'cancelled' when paid = 0 and not is_marked then 'sent' when open = 0 then 'paid' else 'partly_paid' end as state,
    (select min(i.due_date) from (
      select due_date, sum(amount) over (order by due_date, position) as until from invoice_instalments where invoice_id = b.id
    ) i where i.until > b.due - b.open) as next_due
  from (
    select v.id, v.invoice_number, v.paid_amount, v.open_amount, v.status, v.paid_at, v.next_due_date, d.due, coalesce(p.paid, 0) as paid,
      coalesce(c.credited, 0) as credited, case when v.status = 'cancelled' then 0 else greatest(d.due - coalesce(c.credited, 0) - coalesce(p.paid, 0), 0) end as open,
      exists (select from zero_payments z where z.invoice_id = v.id and z.payment_id not in (select reverses from payments where reverses is not null)) as is_marked
    from invoices v
    cross join lateral (select v.total_amount - case v.customer ->> 'esigibilita' when 'S' then v.vat_amount else 0 end as due) d
    left join lateral (select sum(amount) as paid from payment_allocations where invoice_id = v.id) p on true
    left join lateral (
      select sum(n.total_amount - case n.customer ->> 'esigibilita' when 'S' then n.vat_amount else 0 end) as credited
      from invoices n where n.credited_invoice_id = v.id and n.invoice_number is not null
    ) c on true
    where v.type = 'invoice' and v.invoice_number is not null
  ) b`;

const ALL_DAYS = `'0001-01-01', '9999-12-31'`;

export const SALES_CHECKS: Record<string, string> = {
  'bank slip: the payment of each item': `
    select format('item %s of bank slip %s', i.position, i.slip_id) as row, format('%s %s of customer %s', i.state, i.amount, v.customer_id) as stored,
      case when p.id is not null then format('%s %s of customer %s', case when r.id is null then p.origin else 'reversed' end, p.amount, p.customer_id) end as worked_out
    from bank_slip_items i
    join invoices v on v.id = i.invoice_id
    left join payments p on p.id = i.payment_id
    left join payments r on r.reverses = p.id
    where (i.state = 'credited' and p.id is null) or (i.payment_id is not null and (
      (p.amount::numeric, p.customer_id, p.currency, p.origin) is distinct from (i.amount::numeric, v.customer_id, 'EUR', 'slip')
      or i.state not in ('credited', 'unpaid') or (i.state = 'unpaid' and r.id is null)))`,
  'customer order line: delivered quantity': `
    select format('line %s of order %s', i.id, i.order_id) as row, i.delivered_quantity as stored, coalesce(sum(p.quantity), 0) as worked_out
    from customer_order_items i
    left join (packing_list_items p join packing_lists l on l.id = p.packing_list_id and l.status = 'issued') on p.order_item_id = i.id
    group by i.id having i.delivered_quantity <> coalesce(sum(p.quantity), 0)`,
  'customer order line: invoiced quantity': `
    select format('line %s of order %s', i.id, i.order_id) as row, i.invoiced_quantity as stored, coalesce(sum(t.quantity), 0) as worked_out
    from customer_order_items i
    left join (invoice_items t join invoices v on v.id = t.invoice_id and v.type = 'invoice' and v.status in ('sent', 'partly_paid', 'paid')) on t.order_item_id = i.id
    group by i.id having i.invoiced_quantity <> coalesce(sum(t.quantity), 0)`,
  'packing list item: unloaded quantity': `
    select format('item %s of packing list %s, movement %s', i.id, l.packing_list_number, m.id) as row,
      case when l.status = 'issued' then format('%s of product %s in warehouse %s, batch %s, on %s for %s', i.quantity, i.product_id, i.warehouse_id, coalesce(i.batch_number, ''), l.packing_date, l.packing_list_number) end as stored,
      case when m.deleted_at is null and m.id is not null then format('%s of product %s in warehouse %s, batch %s, on %s for %s', m.quantity, m.product_id, m.warehouse_id, b.batch_number, m.movement_date, m.document_number) end as worked_out
    from (packing_list_items i join packing_lists l on l.id = i.packing_list_id)
    full join (stock_movements m join batches b on b.id = m.batch_id) on m.id = i.movement_id and m.movement_type = 'S' and m.source_type = 'SO' and m.document_id = i.packing_list_id
    where (m.source_type = 'SO' and m.movement_type = 'S' or i.id is not null) and (
      (l.status = 'issued') is distinct from (m.deleted_at is null and m.id is not null)
      or (l.status = 'issued' and (i.quantity, i.product_id, i.warehouse_id, coalesce(i.batch_number, ''), l.packing_date, l.packing_list_number)
        is distinct from (m.quantity, m.product_id, m.warehouse_id, b.batch_number, m.movement_date, m.document_number)))`,
  'packing list line: quantity times price': `
    select format('line %s of packing list %s', order_item_id, packing_list_id) as row, sum(total_price) as stored, round(sum(quantity::numeric) * unit_price::numeric, 2) as worked_out
    from packing_list_items group by packing_list_id, order_item_id, unit_price
    having sum(total_price) <> round(sum(quantity::numeric) * unit_price::numeric, 2)`,
  'packing list: the sum of its items': `
    select format('packing list %s', l.packing_list_number) as row, l.total_amount as stored, coalesce(sum(i.total_price), 0) as worked_out
    from packing_lists l left join packing_list_items i on i.packing_list_id = l.id
    group by l.id having l.total_amount <> coalesce(sum(i.total_price), 0)`,
  'packing list: its active invoice': `
    select format('packing list %s', l.packing_list_number) as row, l.invoice_id as stored, v.id as worked_out
    from packing_lists l left join (
      invoice_packing_lists n join invoices v on v.id = n.invoice_id and v.type = 'invoice' and v.status <> 'cancelled' and v.deleted_at is null
    ) on n.packing_list_id = l.id
    where l.invoice_id is distinct from v.id`,
  'invoice: its packing lists': `
    select format('invoice %s', v.id) as row, format('%s: %s; %s; %s; %s', v.packing_list_id, v.packing_list_number, v.order_number, v.customer_order_number, n.live) as stored,
      format('%s: %s; %s; %s; %s', n.only, n.numbers, n.orders, n.customer_orders, v.type = 'invoice' and v.status <> 'cancelled' and v.deleted_at is null) as worked_out
    from invoices v left join lateral (
      select case when count(*) = 1 then min(p.id) end as only, bool_or(n.is_live) as live,
        string_agg(p.packing_list_number, ', ' order by n.position) as numbers,
        (select string_agg(o.number, ', ' order by o.place) from (
          select q.order_number as number, min(m.position) as place from invoice_packing_lists m join packing_lists q on q.id = m.packing_list_id
          where m.invoice_id = v.id group by 1) o) as orders,
        (select string_agg(o.number, ', ' order by o.place) from (
          select q.customer_order_number as number, min(m.position) as place from invoice_packing_lists m join packing_lists q on q.id = m.packing_list_id
          where m.invoice_id = v.id and q.customer_order_number is not null group by 1) o) as customer_orders,
        bool_and(p.customer_id = v.customer_id) as same_customer
      from invoice_packing_lists n join packing_lists p on p.id = n.packing_list_id where n.invoice_id = v.id
    ) n on true
    where (v.packing_list_id, v.packing_list_number, v.order_number, v.customer_order_number) is distinct from (n.only, n.numbers, n.orders, n.customer_orders)
      or n.same_customer is not true
      or n.live is distinct from (v.type = 'invoice' and v.status <> 'cancelled' and v.deleted_at is null)`,
  'invoice: the state of its newest file': `
    with ranked as (
      select f.invoice_id, e.event, row_number() over (partition by f.invoice_id order by f.issue desc,
        case e.event when 'to_send' then 1 when 'handed_over' then 2 when 'undeliverable' then 3 when 'rejected' then 4
          when 'delivered' then 5 when 'attested' then 6 when 'expired' then 7 else 8 end desc, e.id) as place
      from document_files f join transmissions e on e.file_id = f.id where f.is_transmitted
    )
    select format('invoice %s', v.id) as row, v.transmission as stored, r.event as worked_out
    from invoices v left join ranked r on r.invoice_id = v.id and r.place = 1
    where v.transmission is distinct from r.event`,
  'invoice: the file that a PEC mail handed over': `
    select format('file %s of invoice %s', f.name, f.invoice_id) as row, o.state as stored, e.event as worked_out
    from pec_files p join outbox o on o.id = p.outbox_id join document_files f on f.id = p.file_id
    left join lateral (select event from transmissions where file_id = f.id and event <> 'to_send' order by id limit 1) e on true
    where (o.state = 'handed_over' and e.event is null)
      or (o.document_kind, o.document_id, f.format, f.is_transmitted) is distinct from ('invoice', f.invoice_id, 'fatturapa', true)
    union all
    select format('transmission %s of invoice %s', t.id, t.invoice_id), t.event, null from transmissions t
    where t.channel = 'pec' and not exists (
      select from pec_files p join outbox o on o.id = p.outbox_id where p.file_id = t.file_id and o.state = 'handed_over')`,
  'invoice line: packed quantity': `
    select format('line %s of packing list %s in invoice %s', order_item_id, packing_list_id, id) as row, t.quantity as stored, p.quantity as worked_out
    from (
      select v.id, i.packing_list_id, i.order_item_id, i.unit_price, sum(i.quantity) as quantity
      from invoices v join invoice_items i on i.invoice_id = v.id and i.order_item_id is not null where v.type = 'invoice' group by 1, 2, 3, 4
    ) t full join (
      select v.id, i.packing_list_id, i.order_item_id, i.unit_price, sum(i.quantity) as quantity
      from invoices v join invoice_packing_lists l on l.invoice_id = v.id join packing_list_items i on i.packing_list_id = l.packing_list_id
      where v.type = 'invoice' group by 1, 2, 3, 4
    ) p using (id, packing_list_id, order_item_id, unit_price)
    where t.quantity is distinct from p.quantity`,
  'invoice line: quantity times price': `
    select format('line %s of invoice %s', position + 1, invoice_id) as row, net_amount as stored, round(coalesce(quantity::numeric, 1) * unit_price::numeric, 2) as worked_out
    from invoice_items where net_amount <> round(coalesce(quantity::numeric, 1) * unit_price::numeric, 2)
      and (credited_item_id is null or quantity is null)`,
  'invoice: VAT of each rate': `
    select format('rate %s %s of invoice %s', vat_rate, natura, invoice_id) as row, sum(vat_amount) as stored,
      round(sum(net_amount::numeric) * coalesce(vat_rate::numeric, 0) / 100, 2) as worked_out
    from invoice_items where credited_item_id is null group by invoice_id, vat_rate, natura
    having sum(vat_amount) <> round(sum(net_amount::numeric) * coalesce(vat_rate::numeric, 0) / 100, 2)`,
  'invoice: the sum of its lines': `
    select format('invoice %s', coalesce(v.invoice_number, v.id::text)) as row, format('%s and VAT %s', v.net_amount, v.vat_amount) as stored,
      format('%s and VAT %s', i.net, i.vat) as worked_out
    from invoices v left join lateral (
      select coalesce(sum(net_amount), 0) as net, coalesce(sum(vat_amount), 0) as vat from invoice_items where invoice_id = v.id
    ) i on true
    where v.net_amount <> i.net or v.vat_amount <> i.vat or v.total_amount <> i.net + i.vat`,
  'credit note: the line that it credits': `
    select format('line %s of credit note %s', c.position + 1, n.invoice_number) as row,
      format('%s: %s of order line %s', c.credited_item_id, c.code, c.order_item_id) as stored,
      format('%s: %s of order line %s', i.id, i.code, i.order_item_id) as worked_out
    from invoice_items c join invoices n on n.id = c.invoice_id left join invoice_items i on i.id = c.credited_item_id
    where (n.type = 'credit_note' or c.credited_item_id is not null) and (
      n.type <> 'credit_note' or i.id is null or i.invoice_id <> n.credited_invoice_id
      or (c.packing_list_id, c.order_item_id, c.product_id, c.vat_rate, c.natura) is distinct from (i.packing_list_id, i.order_item_id, i.product_id, i.vat_rate, i.natura)
      or (c.quantity is not null and c.unit_price <> i.unit_price))`,
  'credit note: net amount of a line': `
    select format('line %s of credit note %s', position + 1, invoice_number) as row, net_amount as stored, worked_out
    from (
      select c.position, n.invoice_number, c.net_amount, case
        when c.quantity is null then c.net_amount
        when i.quantity = sum(coalesce(c.quantity, 0)) over up_to then i.net_amount - (sum(c.net_amount) over up_to - c.net_amount)
        else round(c.quantity::numeric * c.unit_price::numeric, 2) end as worked_out
      from invoice_items c join invoices n on n.id = c.invoice_id join invoice_items i on i.id = c.credited_item_id
      window up_to as (partition by c.credited_item_id order by c.id rows unbounded preceding)
    ) c where net_amount <> worked_out`,
  'invoice line: credited above its quantity or amount': `
    select format('line %s of invoice %s', i.position + 1, v.invoice_number) as row,
      format('%s, net %s', sum(c.quantity), sum(c.net_amount)) as stored, format('at most %s, net %s', i.quantity, i.net_amount) as worked_out
    from invoice_items i join invoices v on v.id = i.invoice_id join invoice_items c on c.credited_item_id = i.id
    group by i.id, v.id
    having coalesce(sum(c.quantity), 0) > i.quantity or sum(c.net_amount) > i.net_amount
      or (coalesce(sum(c.quantity), 0) = i.quantity and sum(c.net_amount) <> i.net_amount)`,
  'credit note: VAT of each rate': `
    select format('rate %s %s of credit note %s', vat_rate, natura, invoice_number) as row, vat as stored, worked_out
    from (
      select n.invoice_number, c.vat_rate, c.natura, c.vat, case
        when g.net = sum(c.net) over up_to then g.vat - (sum(c.vat) over up_to - c.vat)
        else least(round(c.net * coalesce(c.vat_rate::numeric, 0) / 100, 2), g.vat - (sum(c.vat) over up_to - c.vat)) end as worked_out
      from (
        select invoice_id, vat_rate, natura, sum(net_amount::numeric) as net, sum(vat_amount::numeric) as vat
        from invoice_items where credited_item_id is not null group by 1, 2, 3
      ) c
      join invoices n on n.id = c.invoice_id
      join (
        select invoice_id, vat_rate, natura, sum(net_amount::numeric) as net, sum(vat_amount::numeric) as vat
        from invoice_items where credited_item_id is null group by 1, 2, 3
      ) g on g.invoice_id = n.credited_invoice_id and (g.vat_rate, g.natura) is not distinct from (c.vat_rate, c.natura)
      window up_to as (partition by n.credited_invoice_id, c.vat_rate, c.natura order by n.id rows unbounded preceding)
    ) c where vat <> worked_out`,
  'invoice: cancelled by its credit note': `
    select format('invoice %s', v.invoice_number) as row, v.status as stored,
      format('%s credited of %s', coalesce(sum(c.total_amount), 0), v.total_amount) as worked_out
    from invoices v left join invoices c on c.credited_invoice_id = v.id
    where v.invoice_number is not null and v.status = 'cancelled'
    group by v.id having count(c.id) <> 1 or sum(c.total_amount) <> v.total_amount`,
  'credit note: goods that came back': `
    select format('goods of credit note %s, movement %s', n.invoice_number, m.id) as row,
      case when r.id is not null then format('%s of product %s in warehouse %s, batch %s, on %s for %s', r.quantity, p.product_id, p.warehouse_id, coalesce(p.batch_number, ''), n.invoice_date, n.invoice_number) end as stored,
      case when m.id is not null then format('%s of product %s in warehouse %s, batch %s, on %s for %s', m.quantity, m.product_id, m.warehouse_id, b.batch_number, m.movement_date, m.document_number) end as worked_out
    from (
      returned_goods r join packing_list_items p on p.id = r.packing_list_item_id
      join invoice_items c on c.id = r.credit_note_item_id join invoices n on n.id = c.invoice_id
    ) full join (
      stock_movements m join batches b on b.id = m.batch_id and m.movement_type = 'C' and m.source_type = 'SO' and m.deleted_at is null
    ) on m.id = r.movement_id
    where r.id is null or m.id is null or m.document_id <> n.id
      or (p.packing_list_id, p.order_item_id) is distinct from (c.packing_list_id, c.order_item_id)
      or (r.quantity, p.product_id, p.warehouse_id, coalesce(p.batch_number, ''), n.invoice_date, n.invoice_number)
        is distinct from (m.quantity, m.product_id, m.warehouse_id, b.batch_number, m.movement_date, m.document_number)`,
  'credit note: goods back above what left': `
    select format('item %s of packing list %s', p.id, p.packing_list_id) as row, sum(r.quantity) as stored, format('at most %s', p.quantity) as worked_out
    from packing_list_items p join returned_goods r on r.packing_list_item_id = p.id
    group by p.id having sum(r.quantity) > p.quantity
    union all
    select format('line %s of document %s', c.id, c.invoice_id), sum(r.quantity), format('%s or none', c.quantity)
    from invoice_items c join returned_goods r on r.credit_note_item_id = c.id
    group by c.id having sum(r.quantity) is distinct from c.quantity`,
  'invoice: its instalments': `
    select format('invoice %s', v.invoice_number) as row, format('%s until %s', v.total_amount - case v.customer ->> 'esigibilita' when 'S' then v.vat_amount else 0 end, v.due_date) as stored,
      format('%s until %s', i.amount, i.due) as worked_out
    from invoices v left join lateral (select coalesce(sum(amount), 0) as amount, max(due_date) as due from invoice_instalments where invoice_id = v.id) i on true
    where v.type = 'invoice' and v.invoice_number is not null
      and (i.amount <> v.total_amount - case v.customer ->> 'esigibilita' when 'S' then v.vat_amount else 0 end or i.due is distinct from v.due_date)`,
  'invoice: paid, credited, open and state': `
    select format('invoice %s', invoice_number) as row, format('paid %s, open %s, %s, next due %s', paid_amount, open_amount, status, next_due_date) as stored,
      format('paid %s, credited %s, open %s, %s, next due %s', paid, credited, open, state, next_due) as worked_out
    from (${OWED}) o
    where (paid_amount, open_amount, status) is distinct from (paid, open, state) or next_due_date is distinct from next_due
      or (status <> 'cancelled' and paid + credited > due) or (status = 'paid') <> (paid_at is not null)`,
  'payment: its allocations': `
    select format('payment %s', p.id) as row, format('%s %s of customer %s', p.amount, p.currency, p.customer_id) as stored, format('%s allotted', coalesce(a.allotted, 0)) as worked_out
    from payments p left join lateral (
      select sum(x.amount) as allotted, bool_or(x.amount < 0) as is_below, bool_or((x.customer_id, x.currency) <> (p.customer_id, p.currency)) as is_other
      from (select v.customer_id, v.currency, sum(t.amount) as amount from payment_allocations t join invoices v on v.id = t.invoice_id where t.payment_id = p.id group by v.id) x
    ) a on true
    where a.allotted > p.amount or a.is_below or a.is_other
      or (a.allotted <> 0 and (p.reverses is not null or exists (select from payments r where r.reverses = p.id)))`,
  'payment: its reversal': `
    select format('payment %s', r.id) as row, format('%s %s', r.amount, r.currency) as stored, format('%s %s', p.amount, p.currency) as worked_out
    from payments r join payments p on p.id = r.reverses
    where (r.amount, r.currency, r.customer_id) is distinct from (p.amount, p.currency, p.customer_id) or p.reverses is not null or r.day < p.day`,
  'declaration of intent: used amount': `
    select format('declaration %s', d.protocol) as row, d.ceiling as stored, used_of_declaration(d.id) as worked_out
    from declarations_of_intent d where used_of_declaration(d.id) > d.ceiling`,
  'numbers: consecutive': `
    select format('%s-%s', kind, year) as row, s.last as stored, format('%s up to %s', coalesce(n.numbers, 0), coalesce(n.greatest, 0)) as worked_out
    from (select kind, year, last from number_series where kind in ('DDT', 'FT', 'NC')) s
    full join (select kind, year, count(*) as numbers, max(count) as greatest from (${NUMBERS}) u group by 1, 2) n using (kind, year)
    where s.last is distinct from n.numbers or s.last is distinct from n.greatest`,
  'numbers: ascending dates': `
    select number as row, day::text as stored, format('not before %s', before) as worked_out
    from (select number, day, year, max(day) over (partition by kind, year order by count rows between unbounded preceding and 1 preceding) as before from (${NUMBERS}) u) d
    where day < before or extract(year from day) <> year`,
  'VAT register of sales: the amounts of its documents': `
    select format('document %s', d.number) as row, format('%s net, %s VAT', r.net, r.vat) as stored, format('%s net, %s VAT', d.sign * (d.total - d.vat), d.sign * d.vat) as worked_out
    from (
      select v.id, v.invoice_number as number, case v.type when 'invoice' then 1 else -1 end as sign, ${inEur('v')}
      from invoices v where v.invoice_number is not null and v.deleted_at is null
    ) d
    full join (select document_id as id, sum(net_amount) as net, sum(vat_amount) as vat from sales_register(${ALL_DAYS}) group by 1) r using (id)
    where (d.sign * (d.total - d.vat), d.sign * d.vat) is distinct from (r.net, r.vat)`,
  'VAT register of purchases: the amounts of its documents': `
    select format('purchase invoice %s', d.number) as row, format('%s net, %s VAT', r.net, r.vat) as stored, format('%s net, %s VAT', d.sign * (d.total - d.vat), d.sign * d.vat) as worked_out
    from (
      select v.id, v.number, case v.kind when 'invoice' then 1 else -1 end as sign, ${inEur('v')}
      from purchase_invoices v where v.status = 'accepted'
    ) d
    full join (select document_id as id, sum(net_amount) as net, sum(vat_amount) as vat from purchase_register(${ALL_DAYS}) group by 1) r using (id)
    where (d.sign * (d.total - d.vat), d.sign * d.vat) is distinct from (r.net, r.vat)`,
};

/** The printed total and VAT of a document in EUR; the net amount is the difference. */
function inEur(table: string): string {
  const rate = `coalesce(${table}.exchange_rate::numeric, 1)`;
  return `round((${table}.net_amount::numeric + ${table}.vat_amount::numeric) / ${rate}, 2) as total, round(${table}.vat_amount::numeric / ${rate}, 2) as vat`;
}
