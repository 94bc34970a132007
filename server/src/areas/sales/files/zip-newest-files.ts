/** The files of several documents in one zip, for the program or the portal that transmits them. */
import { zipSync, type Zippable } from 'fflate';
import type { Db } from '../../../platform/database/db.ts';
import { notFound } from '../../../platform/problem.ts';
import { readNewestFile } from '../shared/stored-files.ts';

/** Builds the zip of the newest file to transmit of each document. @throws NOT_FOUND without such a document or file */
export async function zipNewestFiles(db: Db, ids: readonly number[]): Promise<Buffer> {
  const files: Zippable = {};
  for (const invoice of ids) {
    const file = await readNewestFile(db, { invoice });
    if (!file) throw notFound();
    files[file.name] = file.bytes;
  }
  return Buffer.from(zipSync(files, { level: 6 }));
}
