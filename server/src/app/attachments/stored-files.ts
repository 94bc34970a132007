/** The bytes of attachments: rows of 256 kB. */
import fs from 'node:fs';
import { Readable } from 'node:stream';
import type { Db, Tx } from '../../platform/database/db.ts';

const CHUNK_BYTES = 256_000;

/** Stores the bytes of a file of the disk, row by row. */
export async function storeBytes(tx: Tx, id: number, file: string): Promise<void> {
  let position = 0;
  for await (const content of fs.createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>)
    await tx.insertInto('attachment_chunks').values({ attachment_id: id, position: position++, content }).execute();
}

/**
 * Reads the bytes of a file as a stream. Each row is one query of its own, so that a slow reader holds no connection.
 * The stream fails when the file is deleted meanwhile.
 */
export function streamBytes(db: Db, { id, size }: { id: number; size: number }): Readable {
  return Readable.from(chunksOf(db, { id, size }), { objectMode: false, highWaterMark: CHUNK_BYTES });
}

/** The rows of a file in order, each read when it is asked for. @throws Error when the file is deleted meanwhile */
export async function* chunksOf(db: Db, { id, size }: { id: number; size: number }): AsyncGenerator<Buffer> {
  let sent = 0;
  for (let position = 0; sent < size; position++) {
    const row = await db
      .selectFrom('attachment_chunks')
      .select('content')
      .where('attachment_id', '=', id)
      .where('position', '=', position)
      .executeTakeFirst();
    if (!row) throw new Error(`attachment ${id} lacks its row ${position}`);
    sent += row.content.length;
    yield row.content;
  }
}
