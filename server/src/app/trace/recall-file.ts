import { Readable } from 'node:stream';
import { Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import type { FileType } from '@bobina/contract/core/endpoint.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Recall, RecalledFile } from '@bobina/contract/system/trace.ts';
import { printRecall } from '../../areas/sales/documents/print-recall.ts';
import type { Caller } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { FileAnswer, FileStream } from '../../platform/http/file-answer.ts';
import { chunksOf } from '../attachments/stored-files.ts';
import { recallCsv } from './recall-csv.rules.ts';

interface Wanted {
  recall: Recall;
  file: FileType;
  language: Language;
  user: Caller;
}

/** Renders a recall as a PDF or a CSV file, or as a zip file of both with the files at its batches. */
export async function recallFile(db: Db, wanted: Wanted): Promise<FileAnswer | FileStream> {
  const { recall, file } = wanted;
  if (file === 'application/zip') {
    const pdf = await printRecall(db, wanted);
    const name = `${recall.number.replace(/[^\w.-]+/g, '-')}.zip`;
    return new FileStream(file, Readable.from(packed(db, recall, pdf)), { name, disposition: 'attachment' });
  }
  const content = file === 'text/csv' ? recallCsv(recall) : await printRecall(db, wanted);
  const name = `${recall.number}.${file === 'text/csv' ? 'csv' : 'pdf'}`;
  return new FileAnswer(file, name, content, file === 'text/csv' ? 'attachment' : 'inline');
}

/** Writes the zip file piece by piece: the files at the batches may be large. */
async function* packed(db: Db, recall: Recall, pdf: Buffer): AsyncGenerator<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const name = recall.number.replace(/[^\w.-]+/g, '-');
  const add = (part: ZipPassThrough | ZipDeflate) => {
    part.mtime = recall.created_at;
    zip.add(part);
    return part;
  };
  add(new ZipPassThrough(`${name}.pdf`)).push(pdf, true);
  add(new ZipDeflate(`${name}.csv`)).push(Buffer.from(recallCsv(recall)), true);
  yield* pieces.splice(0);
  for (const file of recall.attachments) {
    const part = add(new ZipPassThrough(pathOf(file)));
    for await (const chunk of chunksOf(db, file)) {
      part.push(chunk);
      yield* pieces.splice(0);
    }
    part.push(new Uint8Array(0), true);
    yield* pieces.splice(0);
  }
  zip.end();
  yield* pieces.splice(0);
}

/** A folder for each batch. The id makes the names unique. */
function pathOf({ id, batch_number, name }: RecalledFile): string {
  const safe = (part: string) => part.replace(/[<>:"/\\|?*]/g, '_').replace(/^\.+/, '_');
  return `${safe(batch_number)}/${id}-${safe(name)}`;
}
