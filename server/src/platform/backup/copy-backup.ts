import { pipeline } from 'node:stream/promises';
import fs from 'node:fs';
import path from 'node:path';

/**
 * Copies a backup into a second folder, such as a mounted share, under the same name. Writes to `<name>.partial` (mode
 * 0600) and renames it after fsync. @returns the path of the copy @throws Error when the folder is missing or the name
 * is taken; then no part of the copy is left
 */
export async function copyBackup(file: string, folder: string): Promise<string> {
  // A share that is not mounted would be made as an empty folder on the same disk.
  if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory())
    throw new Error(`the folder ${folder} of BACKUP_COPY_TO does not exist`);
  const copy = path.join(folder, path.basename(file));
  if (fs.existsSync(copy)) throw new Error(`${copy} already exists: a backup is never overwritten`);
  const partial = `${copy}.partial`;
  try {
    await pipeline(fs.createReadStream(file), fs.createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
    fs.renameSync(partial, copy);
    return copy;
  } catch (error) {
    fs.rmSync(partial, { force: true });
    throw error;
  }
}
