-- The old and new value of every changed field, for the history of a record (GET /history). Null in acts from before
-- this migration.
alter table activities add column changes jsonb check (jsonb_typeof(changes) = 'array');
create index activities_entity on activities (entity_type, entity_id, id desc);

-- The movements of one batch, newest first.
create index stock_movements_of_batch on stock_movements (batch_id, id desc) where deleted_at is null;
