import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { PassThrough, type Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { decrypt, isEncrypted } from './encryption.ts';
import { END_OF_ROWS, FORMAT, FORMAT_VERSION, totalOf, type BackupFooter, type BackupHeader } from './format.ts';

/** Parts of a backup, in the order of the file. `rows` are whole lines of one table. */
export type Piece =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; table: string; columns: string[] }
  | { kind: 'rows'; bytes: Buffer; lines: number }
  | { kind: 'end of table'; table: string; rows: number }
  | { kind: 'footer'; footer: BackupFooter };

export interface ReadOptions {
  /** Of an encrypted backup. */
  passphrase?: string | undefined;
}

const END = Buffer.from(END_OF_ROWS);
const END_WITHIN = Buffer.from(`\n${END_OF_ROWS}`);
const LINE_BREAK = 10;

/**
 * Reads a backup part by part. Yields the last part only when every row count and the checksum agree.
 * @throws Error when the file is truncated, modified, not a backup, of a newer format, or encrypted with another passphrase
 */
export async function* readBackup(file: string, { passphrase }: ReadOptions = {}): AsyncGenerator<Piece> {
  const hash = createHash('sha256');
  const counted: BackupFooter['rows'] = {};
  let table: string | undefined;
  let header: BackupHeader | undefined;
  let footer: BackupFooter | undefined;
  let rest: Buffer = Buffer.alloc(0);

  for await (const chunk of unpack(file, passphrase)) {
    let bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    while (bytes.length > 0) {
      if (footer) throw damaged('there is data after its end');
      if (table !== undefined) {
        const end = endOfRows(bytes);
        const upTo = end ?? bytes.lastIndexOf(LINE_BREAK) + 1;
        // Keeps back bytes that may be the start of the end marker until the rest of it has been read.
        if (upTo > 0) {
          const rows = bytes.subarray(0, upTo);
          hash.update(rows);
          const lines = countLines(rows);
          counted[table] = counted[table]! + lines;
          yield { kind: 'rows', bytes: rows, lines };
          bytes = bytes.subarray(upTo);
        }
        if (end === undefined) break;
        hash.update(END);
        bytes = bytes.subarray(END.length);
        yield { kind: 'end of table', table, rows: counted[table]! };
        table = undefined;
        continue;
      }
      const end = bytes.indexOf(LINE_BREAK) + 1;
      if (end === 0) break;
      const line = bytes.subarray(0, end);
      bytes = bytes.subarray(end);
      const parsed = readLine(line);
      if (!header) {
        header = checkHeader(parsed);
        hash.update(line);
        yield { kind: 'header', header };
      } else if (typeof parsed.table === 'string' && Array.isArray(parsed.columns)) {
        hash.update(line);
        table = parsed.table;
        counted[table] = 0;
        yield { kind: 'table', table, columns: parsed.columns as string[] };
      } else {
        footer = parsed as unknown as BackupFooter;
        if (footer.sha256 !== hash.digest('hex')) throw damaged('its checksum differs');
        for (const [name, rows] of Object.entries(footer.rows))
          if (counted[name] !== rows) throw damaged(`${name} has ${counted[name]} rows instead of ${rows}`);
      }
    }
    rest = bytes;
  }
  if (!footer || rest.length > 0) throw damaged('its end is missing');
  yield { kind: 'footer', footer };
}

export interface CheckedBackup {
  header: BackupHeader;
  footer: BackupFooter;
  rows: number;
}

/** Reads a backup to its end. @returns its header and footer @throws as readBackup does */
export async function checkBackup(file: string, options: ReadOptions = {}): Promise<CheckedBackup> {
  let header: BackupHeader | undefined;
  for await (const piece of readBackup(file, options)) {
    if (piece.kind === 'header') header = piece.header;
    else if (piece.kind === 'footer') return { header: header!, footer: piece.footer, rows: totalOf(piece.footer) };
  }
  throw damaged('its end is missing');
}

function damaged(why: string, cause?: unknown) {
  return new Error(`the backup is damaged or incomplete (${why}): nothing was restored`, { cause });
}

async function* unpack(file: string, passphrase: string | undefined): AsyncGenerator<Buffer> {
  const source = fs.createReadStream(file, { highWaterMark: 256 * 1024 });
  const gunzip = createGunzip({ chunkSize: 256 * 1024 });
  source.on('error', (error) => gunzip.destroy(error));
  try {
    const packed = await openPacked(file, source, passphrase);
    packed.on('error', (error) => gunzip.destroy(error));
    yield* packed.pipe(gunzip) as AsyncIterable<Buffer>;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR' || error instanceof WrongPassphrase) throw error;
    throw damaged(message, error);
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

class WrongPassphrase extends Error {}

/** The compressed stream of a file, decrypted if needed. @throws WrongPassphrase */
async function openPacked(file: string, source: Readable, passphrase: string | undefined): Promise<Readable> {
  if (!isEncrypted(await readStart(file))) return source;
  if (passphrase === undefined) throw new WrongPassphrase('the backup is encrypted: BACKUP_PASSPHRASE must be set');
  try {
    return await decrypt(source.pipe(new PassThrough()), passphrase);
  } catch (error) {
    throw new WrongPassphrase('BACKUP_PASSPHRASE is not the passphrase of this backup, or the file is damaged', {
      cause: error,
    });
  }
}

async function readStart(file: string): Promise<Buffer> {
  const handle = await fs.promises.open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

/** Position of the marker that ends a table's rows, or undefined if it has not been read yet. */
function endOfRows(bytes: Buffer): number | undefined {
  if (bytes.subarray(0, END.length).equals(END)) return 0;
  const at = bytes.indexOf(END_WITHIN);
  return at < 0 ? undefined : at + 1;
}

function readLine(line: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(line.toString('utf8')) as Record<string, unknown>;
  } catch (error) {
    throw damaged('a line of it does not read', error);
  }
}

function checkHeader(parsed: Record<string, unknown>): BackupHeader {
  const header = parsed as unknown as BackupHeader;
  if (header.format !== FORMAT) throw new Error('this is not a backup of Bobina');
  if (header.format_version > FORMAT_VERSION)
    throw new Error(
      `the backup was made by a newer version of Bobina (${header.app_version}): restore it with that one`,
    );
  return header;
}

function countLines(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_BREAK); at >= 0; at = bytes.indexOf(LINE_BREAK, at + 1)) lines++;
  return lines;
}
