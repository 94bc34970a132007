-- The outbox: what leaves the program is a row here, written in the transaction of the act that causes it. Workers of any
-- node deliver the rows that are due. Contacts of customers and suppliers are the recipients of mails.

create table outbox (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('mail', 'webhook', 'file')),
  state text not null default 'waiting'
    check (state in ('waiting', 'handed_over', 'partly_refused', 'refused', 'dead', 'cancelled')),
  subject text not null default '',
  -- The wire name of the kind of document: `purchase_order`.
  document_kind text,
  document_id integer,
  -- The Message-ID of a mail: the same at every attempt, so that a receiver can drop a second copy.
  message_id text constraint outbox_message_id unique,
  -- The exact bytes of a mail. A webhook builds its body from its own columns.
  message bytea,
  -- The address that a mail is sent from.
  sender text,
  -- The attempts since it began to wait.
  attempts integer not null default 0 check (attempts >= 0),
  -- From this moment the three days are counted after which it is dead.
  waiting_since timestamptz(3) not null default clock_timestamp(),
  next_attempt_at timestamptz(3) default clock_timestamp(),
  -- The worker that holds the row, and until when. After that any worker takes it.
  lease uuid,
  leased_until timestamptz(3),
  -- Between the start of a hand-over and its result. If the worker dies there, the message may have been sent.
  is_handing_over boolean not null default false,
  possible_duplicate boolean not null default false,
  -- The words or the error of the last attempt, and the HTTP status of a webhook's answer.
  last_error text,
  status integer,
  -- Of a webhook: its deliveries are numbered without gaps, and each tells of one act.
  webhook_id bigint,
  sequence bigint,
  entity text,
  entity_id integer,
  action text,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by integer references users,
  constraint outbox_document check ((document_kind is null) = (document_id is null)),
  constraint outbox_mail check (kind <> 'mail' or (message_id is not null and sender is not null)),
  constraint outbox_webhook check ((kind = 'webhook') = (webhook_id is not null) and (webhook_id is null) = (sequence is null)),
  constraint outbox_next_attempt check ((state = 'waiting') = (next_attempt_at is not null)),
  constraint outbox_lease check ((lease is null) = (leased_until is null)),
  constraint outbox_handing_over check (not is_handing_over or lease is not null),
  constraint outbox_sequence unique (webhook_id, sequence)
);
create index outbox_due on outbox (next_attempt_at, id) where state = 'waiting';
-- A webhook is told of one act after the other.
create index outbox_in_turn on outbox (webhook_id, sequence) where state = 'waiting' and webhook_id is not null;
create index outbox_dead on outbox (created_by, id) where state = 'dead';
create index outbox_mine on outbox (created_by, id);
create index outbox_document_rows on outbox (document_kind, document_id) where document_id is not null;

create table outbox_recipients (
  outbox_id integer not null references outbox on delete cascade,
  position integer not null,
  address text not null check (address <> ''),
  state text not null default 'waiting' check (state in ('waiting', 'handed_over', 'refused', 'bounced')),
  -- The words of the server that refused it.
  message text,
  primary key (outbox_id, position)
);

-- What was written to leave stays as it was written. Only erasing personal data empties the bytes of a mail.
create function keep_outbox() returns trigger language plpgsql as $$
begin
  if (new.kind, new.document_kind, new.document_id, new.message_id, new.sender, new.webhook_id, new.sequence, new.entity, new.entity_id, new.action, new.created_at)
      is distinct from (old.kind, old.document_kind, old.document_id, old.message_id, old.sender, old.webhook_id, old.sequence, old.entity, old.entity_id, old.action, old.created_at)
    or (new.message is distinct from old.message and (new.message is not null or new.state = 'waiting')) then
    raise exception 'outbox row % stays as it was written', old.id using errcode = 'restrict_violation', constraint = 'outbox_kept';
  end if;
  return new;
end $$;
create trigger outbox_kept before update on outbox for each row execute function keep_outbox();

-- ── contacts ────────────────────────────────────────────────────────────────────────────────────────────────────
create table contacts (
  id integer generated always as identity primary key,
  customer_id integer references customers,
  supplier_id integer references suppliers,
  name text not null check (name <> ''),
  email text,
  phone text,
  -- The language of mails to this person; empty: that of the customer or supplier.
  language text check (language in ('it', 'fr', 'en')),
  -- The documents that are sent to this person.
  roles text[] not null default '{}' check (roles <@ array['invoices', 'orders', 'deliveries']),
  version integer not null default 1,
  created_at timestamptz(3) not null default clock_timestamp(),
  created_by integer references users,
  modified_at timestamptz(3),
  modified_by integer references users,
  deleted_at timestamptz(3),
  deleted_by integer references users,
  constraint contacts_party check (num_nonnulls(customer_id, supplier_id) = 1)
);
create index contacts_customer on contacts (customer_id, id) where customer_id is not null;
create index contacts_supplier on contacts (supplier_id, id) where supplier_id is not null;

-- The address of a user, for copies of the mails that the user sends.
alter table users add column if not exists email text;
