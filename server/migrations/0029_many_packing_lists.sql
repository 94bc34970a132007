-- An invoice bills one or many packing lists. Credit notes may credit parts of the lines of an invoice, and take goods back.

-- ── the packing lists of an invoice ─────────────────────────────────────────────────────────────────────────────
-- A credit note has the packing lists of the lines that it credits.
create table invoice_packing_lists (
  invoice_id integer not null references invoices,
  packing_list_id integer not null references packing_lists,
  -- in the order of the document
  position integer not null check (position >= 0),
  -- set by the trigger: an invoice that is neither cancelled nor deleted
  is_live boolean not null,
  primary key (invoice_id, packing_list_id),
  constraint invoice_packing_lists_position unique (invoice_id, position)
);
insert into invoice_packing_lists (invoice_id, packing_list_id, position, is_live)
select id, packing_list_id, 0, type = 'invoice' and status <> 'cancelled' and deleted_at is null from invoices;
create unique index invoice_packing_lists_one_live on invoice_packing_lists (packing_list_id) where is_live;
create index invoice_packing_lists_list on invoice_packing_lists (packing_list_id, invoice_id);

drop index invoices_one_live;
drop index invoices_packing_list;
alter table invoices alter column packing_list_id drop not null;

-- The rows are written with the document, and stay. Whether the invoice is live is read from it, whatever is written.
create function keep_invoice_packing_list() returns trigger language plpgsql as $$
declare
  document record;
begin
  if tg_op = 'DELETE' or tg_op = 'UPDATE'
    and (new.invoice_id, new.packing_list_id, new.position) is distinct from (old.invoice_id, old.packing_list_id, old.position)
  then
    raise exception 'the packing lists of invoice % stay', old.invoice_id using errcode = 'restrict_violation', constraint = 'invoices_issued';
  end if;
  select v.type = 'invoice' and v.status <> 'cancelled' and v.deleted_at is null as is_live, v.status = 'draft' as is_draft,
    v.customer_id = p.customer_id as of_customer
  into document from invoices v, packing_lists p where v.id = new.invoice_id and p.id = new.packing_list_id;
  if tg_op = 'INSERT' and not (document.is_draft and document.of_customer) then
    raise exception 'packing list % cannot be added to invoice %', new.packing_list_id, new.invoice_id
      using errcode = 'restrict_violation', constraint = 'invoices_issued';
  end if;
  new.is_live := document.is_live;
  return new;
end $$;
create trigger invoice_packing_lists_stay before insert or update or delete on invoice_packing_lists
  for each row execute function keep_invoice_packing_list();
create trigger invoice_packing_lists_no_truncate before truncate on invoice_packing_lists
  for each statement execute function refuse_rewrite();

drop trigger invoices_tell_packing_list on invoices;
create or replace function tell_packing_list() returns trigger language plpgsql as $$
begin
  if new.is_live then
    update packing_lists set invoice_id = new.invoice_id where id = new.packing_list_id and invoice_id is null;
  else
    update packing_lists set invoice_id = null where id = new.packing_list_id and invoice_id = new.invoice_id;
  end if;
  return null;
end $$;
create trigger invoice_packing_lists_tell after insert or update on invoice_packing_lists
  for each row execute function tell_packing_list();

-- The only packing list of an invoice stands in its row.
create function add_only_packing_list() returns trigger language plpgsql as $$
begin
  insert into invoice_packing_lists (invoice_id, packing_list_id, position, is_live) values (new.id, new.packing_list_id, 0, false);
  return null;
end $$;
create trigger invoices_only_packing_list after insert on invoices for each row
  when (new.packing_list_id is not null) execute function add_only_packing_list();

create function release_packing_lists() returns trigger language plpgsql as $$
begin
  update invoice_packing_lists set is_live = false where invoice_id = new.id;
  return null;
end $$;
create trigger invoices_release_packing_lists after update of status, deleted_at on invoices for each row
  when (new.status = 'cancelled' or new.deleted_at is not null) execute function release_packing_lists();

-- ── lines ───────────────────────────────────────────────────────────────────────────────────────────────────────
alter table invoice_items disable trigger invoice_items_stay;
alter table invoice_items
  add column packing_list_id integer,
  -- the line of the invoice that a line of a credit note credits
  add column credited_item_id integer references invoice_items;
update invoice_items t set
  packing_list_id = v.packing_list_id,
  credited_item_id = (select i.id from invoice_items i where i.invoice_id = v.credited_invoice_id and i.position = t.position)
from invoices v where v.id = t.invoice_id;
alter table invoice_items enable trigger invoice_items_stay;
alter table invoice_items
  alter column packing_list_id set not null,
  add constraint invoice_items_packing_list foreign key (invoice_id, packing_list_id) references invoice_packing_lists,
  -- the credit of an amount has no quantity
  alter column quantity drop not null,
  add constraint invoice_items_quantity_given check (quantity is not null or credited_item_id is not null);
create index invoice_items_credited on invoice_items (credited_item_id) where credited_item_id is not null;

-- During an upgrade the previous release writes lines without these columns, of invoices with one packing list, and
-- credit notes that copy all lines of their invoice.
create function fill_invoice_item() returns trigger language plpgsql as $$
declare
  document record;
begin
  select packing_list_id, credited_invoice_id into document from invoices where id = new.invoice_id;
  new.packing_list_id := document.packing_list_id;
  if new.credited_item_id is null and document.credited_invoice_id is not null then
    select id into new.credited_item_id from invoice_items where invoice_id = document.credited_invoice_id and position = new.position;
  end if;
  return new;
end $$;
create trigger invoice_items_fill before insert on invoice_items for each row
  when (new.packing_list_id is null) execute function fill_invoice_item();

-- ── credit notes ────────────────────────────────────────────────────────────────────────────────────────────────
alter table invoices drop constraint invoices_credited_once;
create index invoices_credited on invoices (credited_invoice_id, id) where credited_invoice_id is not null;

-- No line is credited above its quantity or net amount, and no VAT group above its VAT. Credits of one invoice wait for
-- each other on its row.
create function hold_credited_sums() returns trigger language plpgsql as $$
declare
  over integer;
begin
  if not exists (select from added a join invoices n on n.id = a.invoice_id where a.credited_item_id is not null or n.type = 'credit_note') then
    return null;
  end if;
  perform from invoices where id in (select n.credited_invoice_id from added a join invoices n on n.id = a.invoice_id)
  order by id for no key update;
  select a.id into over from added a join invoices n on n.id = a.invoice_id left join invoice_items i on i.id = a.credited_item_id
  where n.type <> 'credit_note' or a.net_amount < 0 or a.vat_amount < 0
    or (i.invoice_id, i.packing_list_id, i.order_item_id, i.product_id, i.vat_rate, i.natura)
      is distinct from (n.credited_invoice_id, a.packing_list_id, a.order_item_id, a.product_id, a.vat_rate, a.natura)
  limit 1;
  if found then
    raise exception 'line % does not credit a line of its invoice', over using errcode = 'restrict_violation', constraint = 'invoices_credited_lines';
  end if;
  select i.id into over from invoice_items i
  where i.id in (select credited_item_id from added) and exists (
    select from invoice_items c where c.credited_item_id = i.id having sum(c.quantity) > i.quantity or sum(c.net_amount) > i.net_amount);
  if not found then
    select min(i.id) into over from invoice_items i
    where i.invoice_id in (select n.credited_invoice_id from added a join invoices n on n.id = a.invoice_id)
    group by i.invoice_id, i.vat_rate, i.natura
    having sum(i.vat_amount) < (
      select coalesce(sum(c.vat_amount), 0) from invoice_items c where c.credited_item_id in (
        select g.id from invoice_items g where g.invoice_id = i.invoice_id and (g.vat_rate, g.natura) is not distinct from (i.vat_rate, i.natura)))
    limit 1;
  end if;
  if over is not null then
    raise exception 'line % would be credited above what is left', over using errcode = 'check_violation', constraint = 'invoices_over_credit';
  end if;
  return null;
end $$;
create trigger invoice_items_credited_sums after insert on invoice_items referencing new table as added
  for each statement execute function hold_credited_sums();

-- Goods that came back with a credit note: each row is one load into the warehouse and batch of a part of the packing list.
create table returned_goods (
  id integer generated always as identity primary key,
  credit_note_item_id integer not null references invoice_items,
  packing_list_item_id integer not null references packing_list_items,
  quantity amount not null check (quantity > 0),
  movement_id integer not null references stock_movements,
  constraint returned_goods_movement unique (movement_id)
);
create index returned_goods_item on returned_goods (credit_note_item_id);
create index returned_goods_part on returned_goods (packing_list_item_id);
create trigger returned_goods_append_only before update or delete on returned_goods for each row execute function refuse_rewrite();
create trigger returned_goods_no_truncate before truncate on returned_goods for each statement execute function refuse_rewrite();

-- No part gives back more than it took, and no credited line more than its quantity.
create function hold_returned_sums() returns trigger language plpgsql as $$
declare
  over integer;
begin
  perform from invoices where id in (
    select n.credited_invoice_id from added a join invoice_items c on c.id = a.credit_note_item_id join invoices n on n.id = c.invoice_id)
  order by id for no key update;
  select a.id into over from added a
  join invoice_items c on c.id = a.credit_note_item_id
  join packing_list_items p on p.id = a.packing_list_item_id
  where c.credited_item_id is null
    or (p.packing_list_id, p.order_item_id, p.product_id) is distinct from (c.packing_list_id, c.order_item_id, c.product_id)
    or (select sum(r.quantity) from returned_goods r where r.packing_list_item_id = p.id) > p.quantity
    or (select sum(r.quantity) from returned_goods r where r.credit_note_item_id = c.id) > coalesce(c.quantity, 0)
  limit 1;
  if found then
    raise exception 'more would come back than left' using errcode = 'check_violation', constraint = 'invoices_over_credit';
  end if;
  return null;
end $$;
create trigger returned_goods_sums after insert on returned_goods referencing new table as added
  for each statement execute function hold_returned_sums();
