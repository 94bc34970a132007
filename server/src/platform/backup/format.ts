/**
 * A backup is one gzip stream of lines, readable with `zcat`:
 *
 *   {"format":"bobina-backup","format_version":1, …}     the header: see BackupHeader
 *   {"table":"users","columns":["id", …]}                for each table, by name,
 *   1	admin	…                                            its rows in PostgreSQL's COPY text format,
 *   \.                                                   and their end
 *   {"rows":{"users":6, …},"sequences":{…},"sha256":…}   the footer: see BackupFooter
 *
 * Tables that only the running company needs are named in the header, but empty: after a restore everybody signs in again.
 */
export const FORMAT = 'bobina-backup';
export const FORMAT_VERSION = 1;
export const END_OF_ROWS = '\\.\n';

/** Its rows stay out: a session that was ended after the backup must not come to life again. */
export const LEFT_OUT: ReadonlySet<string> = new Set(['sessions', 'sign_in_failures']);
/** Made by the migrations themselves, and told in the header. */
export const NOT_DATA: ReadonlySet<string> = new Set(['schema_migrations']);

export interface BackupHeader {
  format: string;
  format_version: number;
  /** Of the software that made it. */
  app_version: string;
  created_at: string;
  postgres: string;
  /** The schema that the rows fit: every migration applied to the database, in order. */
  migrations: { number: number; name: string; checksum: string }[];
  left_out: string[];
}
export interface BackupFooter {
  rows: Record<string, number>;
  /** What each sequence had given out, so that no number is given twice. */
  sequences: Record<string, number>;
  /** Of all bytes before the footer's line, uncompressed; hex. */
  sha256: string;
}

export function totalOf({ rows }: Pick<BackupFooter, 'rows'>): number {
  return Object.values(rows).reduce((sum, count) => sum + count, 0);
}
