-- Undo: what an act keeps for its reversal, the link from a reversal to its act, and the act of a remembered answer.
alter table activities
  -- What the reversal needs beyond the rows themselves: the movements of a transfer, the board before a drop.
  add column kept jsonb,
  add column undoes bigint references activities;
create unique index activities_undone_once on activities (undoes) where undoes is not null;

-- The act whose id the answer named in X-Activity-Id.
alter table idempotency_keys add column activity_id bigint;
