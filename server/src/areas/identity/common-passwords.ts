import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

const PROGRAM = path.join(import.meta.dirname, 'print-common-passwords.ts');
const TIMEOUT_MS = 30_000;
const MOST_BYTES = 4_000_000;

let list: Promise<Buffer> | undefined;

/**
 * Reports whether a password is a very common one or a single Italian or French word, ignoring case. The first call
 * reads the lists, about 38,000 entries of 0.4 MB. @throws an error when they cannot be read; the next call tries again
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  list ??= readList();
  const asked = password.normalize('NFKC').toLowerCase();
  return !asked.includes('\n') && (await list).includes(`\n${asked}\n`);
}

/** Reads the lists in a separate process: their modules would occupy 37 MB of this process permanently. */
async function readList(): Promise<Buffer> {
  try {
    const options = { encoding: 'buffer', maxBuffer: MOST_BYTES, timeout: TIMEOUT_MS } as const;
    return (await promisify(execFile)(process.execPath, [PROGRAM], options)).stdout;
  } catch (error) {
    list = undefined;
    throw error;
  }
}
