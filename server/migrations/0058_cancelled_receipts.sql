-- Cancelled goods receipts. A cancelled receipt appends its id to `content`, so that its delivery note can be received
-- again: `goods_receipts_once` stays as servers of the last release know it.
alter table goods_receipts
  add column cancelled_at timestamptz,
  add column cancelled_by integer references users,
  add column cancel_reason text;
alter table goods_receipts add constraint goods_receipts_cancelled check (
  (cancelled_at is null) = (cancelled_by is null) and (cancelled_at is null) = (cancel_reason is null) and cancel_reason <> ''
) not valid;
alter table goods_receipts validate constraint goods_receipts_cancelled;

-- As in 0033, and refuses a line of a cancelled receipt. The receipt is read after the line is locked, so that of an
-- invoice and a cancellation at once the second sees the first.
create or replace function bill_received_goods() returns trigger language plpgsql as $$
declare
  received numeric;
begin
  select quantity::numeric into received from goods_receipt_items where id = new.receipt_item_id for no key update;
  if (select sum(matched_quantity::numeric) from purchase_invoice_lines where receipt_item_id = new.receipt_item_id) > received
    or exists (
      select from goods_receipt_items i join goods_receipts g on g.id = i.receipt_id
      where i.id = new.receipt_item_id and g.cancelled_at is not null
    ) then
    raise exception 'receipt line % is billed twice or cancelled', new.receipt_item_id
      using errcode = 'restrict_violation', constraint = 'purchase_invoice_lines_received';
  end if;
  return null;
end $$;

-- As in 0022, and without receipts that are not cancelled a batch has the cost of what it was split from or of its runs,
-- or none.
create or replace function keep_received_costs(batch_ids integer[]) returns void language plpgsql as $$
declare
  unreceived integer[];
begin
  insert into batch_costs (batch_id, source)
  select c.batch_id, 'receipt' from received_costs(batch_ids) c order by c.batch_id on conflict do nothing;
  perform from batch_costs where batch_id = any (batch_ids) order by batch_id for update;
  update batch_costs b set unit_cost = c.unit_cost, currency = c.currency, source = 'receipt'
  from received_costs(batch_ids) c where c.batch_id = b.batch_id;
  with gone as (
    delete from batch_costs b
    where b.batch_id = any (batch_ids) and b.source = 'receipt' and b.batch_id not in (select c.batch_id from received_costs(batch_ids) c)
    returning b.batch_id
  )
  select array_agg(batch_id) into unreceived from gone;
  if unreceived is not null then
    perform keep_split_costs(unreceived);
    perform keep_run_costs(array_agg(batch_id), array_agg(unit_cost))
    from (
      select o.batch_id, round(sum(o.cost) / sum(o.quantity), 5) as unit_cost
      from run_outputs o
      join production_runs r on r.id = o.run_id
      where o.batch_id = any (unreceived) and o.undone_at is null
      group by o.batch_id
      having bool_and(r.ended_at is not null) and sum(o.cost) >= 0 and not bool_or(exists (
        select from run_inputs i
        where i.run_id = o.run_id and i.undone_at is null and i.quantity > 0 and i.currency is distinct from 'EUR'))
    ) known;
  end if;
  perform keep_split_costs(array(
    select distinct output_batch from batch_links
    where input_batch = any (batch_ids) and source in ('split', 'pallet') and undone_at is null
  ));
end $$;
