/** Opens incoming files: takes files out of a zip and the content out of a signed file. */
import { unzipSync } from 'fflate';
import { isP7m, readP7m } from './read-p7m.ts';
import { UnreadableFile } from './read-xml.ts';

export interface IncomingFile {
  name: string;
  bytes: Uint8Array;
}

/** Files of one zip. */
const MOST_FILES = 500;
/** Bytes of one file and of all files of a zip, uncompressed. */
const LARGEST = 5_000_000;
const LARGEST_TOGETHER = 50_000_000;

/**
 * Returns the files of a zip, or the file itself. Folders and files that begin with a dot are left out; a zip in a zip
 * stays closed. Names within a zip are `<zip>/<file>`.
 * @throws UnreadableFile for a broken zip or one above the limits
 */
export function openZip({ name, bytes }: IncomingFile): IncomingFile[] {
  if (!(bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4)) return [{ name, bytes }];
  let files = 0;
  let size = 0;
  let entries: Record<string, Uint8Array>;
  try {
    entries = unzipSync(bytes, {
      filter: (entry) => {
        if (entry.name.endsWith('/') || /(^|\/)(\.|__MACOSX)/.test(entry.name)) return false;
        files += 1;
        size += entry.originalSize;
        if (files > MOST_FILES || entry.originalSize > LARGEST || size > LARGEST_TOGETHER)
          throw new UnreadableFile('zip too large');
        return true;
      },
    });
  } catch (error) {
    throw error instanceof UnreadableFile ? error : new UnreadableFile('broken zip');
  }
  return Object.entries(entries).map(([inner, content]) => ({ name: `${name}/${inner}`, bytes: content }));
}

/** Returns the files of an upload. A zip that cannot be opened is returned itself, and reading it fails later. */
export function openUpload(file: IncomingFile): IncomingFile[] {
  try {
    return openZip(file);
  } catch (error) {
    if (error instanceof UnreadableFile) return [file];
    throw error;
  }
}

/** Returns the content of a signed file, or the bytes themselves. @throws UnreadableFile */
export function openSigned(bytes: Uint8Array): Uint8Array {
  return isP7m(bytes) ? readP7m(bytes) : bytes;
}
