/**
 * A backup is one gzip stream of lines, readable with `zcat`:
 *
 *   {"format":"bobina-backup","format_version":1, …}     the header: see BackupHeader
 *   {"table":"users","columns":["id", …]}                for each table, by name,
 *   1	admin	…                                            its rows in PostgreSQL's COPY text format,
 *   \.                                                   and the end marker
 *   {"rows":{"users":6, …},"sequences":{…},"sha256":…}   the footer: see BackupFooter
 *
 * Sessions and failed sign-ins have no rows in a backup: after a restore every user signs in again. Nor has the list of
 * backups.
 */
export const FORMAT = 'bobina-backup';
export const FORMAT_VERSION = 1;
export const END_OF_ROWS = '\\.\n';

/**
 * Tables without rows in a backup: a session that ended after the backup must not become valid again, and the list of
 * backups belongs to the database that they were made of.
 */
export const LEFT_OUT: ReadonlySet<string> = new Set(['sessions', 'sign_in_failures', 'backups']);
/** Filled by the migrations; the header lists the applied migrations instead. */
export const NOT_DATA: ReadonlySet<string> = new Set(['schema_migrations']);

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
