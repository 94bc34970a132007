-- Trial restores of backups into a scratch database, by `npm run backup:prove`; not part of a backup.
create table backup_proofs (
  id integer generated always as identity primary key,
  -- The name of the file, without its folder.
  file text not null,
  sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
  proven_at timestamptz not null default now(),
  seconds double precision not null check (seconds >= 0),
  -- Whether all balances and totals agreed.
  ok boolean not null
);
