-- The input whose remnant was finished as this waste, which goes when the return is undone. Null: entered by hand.
alter table run_wastes add column input_id integer references run_inputs;
create unique index run_wastes_input on run_wastes (input_id) where input_id is not null;

-- As in 0022, but without regard to case, as scans and the numbers of reels compare codes.
create or replace function refuse_loading_reel() returns trigger language plpgsql as $$
declare
  taken record;
begin
  select r.code, b.batch_number into taken
  from batches b join reels r on lower(r.code) collate "C" = lower(b.batch_number) collate "C" where b.id = new.batch_id;
  if found then
    raise exception 'reel % exists', taken.code using errcode = 'restrict_violation', constraint = 'reels_loaded_once',
      detail = jsonb_build_object('product_id', new.product_id, 'warehouse_id', new.warehouse_id, 'batch_number', taken.batch_number)::text;
  end if;
  return new;
end $$;
