/**
 * A backup is one gzip stream of lines, readable with `zcat`:
 *
 *   {"format":"bobina-backup","format_version":1, …}     the header: see BackupHeader
 *   {"table":"users","columns":["id", …]}                for each table, by name,
 *   1	admin	…                                            its rows in PostgreSQL's COPY text format,
 *   \.                                                   and the end marker
 *   {"rows":{"users":6, …},"sequences":{…},"sha256":…}   the footer: see BackupFooter
 *
 * Sessions, failed sign-ins, tickets, challenges, links for a new password, service tokens and calendars have no rows in a backup: after a restore every user signs in
 * again. Nor have the lists of backups, of their proofs and of running servers. With a passphrase the gzip stream is encrypted in the age format (`age -d` reads it).
 */
export const FORMAT = 'bobina-backup';
export const FORMAT_VERSION = 1;
export const END_OF_ROWS = '\\.\n';

/**
 * Tables without rows in a backup: a session or token that ended after the backup must not become valid again, and the lists
 * of backups, proofs and running servers belong to the database that they were made of.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  'sessions',
  'sign_in_failures',
  'sign_in_tickets',
  'passkey_challenges',
  'oidc_states',
  'oidc_tickets',
  'password_resets',
  'outbox_secrets',
  'service_tokens',
  'calendars',
  'backups',
  'backup_proofs',
  'servers',
]);
/** Filled by the migrations; the header lists the applied migrations instead. */
export const NOT_DATA: ReadonlySet<string> = new Set(['schema_migrations', 'schema_range']);

export interface BackupHeader {
  format: string;
  format_version: number;
  /** Version of the software that wrote the backup. */
  app_version: string;
  created_at: string;
  postgres: string;
  /** Schema of the rows: every migration applied to the database, in order. */
  migrations: { number: number; name: string; checksum: string }[];
  left_out: string[];
}
export interface BackupFooter {
  rows: Record<string, number>;
  /** Last value of each sequence, so that no number is issued twice. */
  sequences: Record<string, number>;
  /** SHA-256 of all bytes before the footer's line, uncompressed; hex. */
  sha256: string;
}

/** Number of rows in all tables of a backup. */
export function totalOf({ rows }: Pick<BackupFooter, 'rows'>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
