import type { FileType } from '@bobina/contract/core/endpoint.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import type { Recall } from '@bobina/contract/system/trace.ts';
import { printRecall } from '../../areas/sales/documents/print-recall.ts';
import type { Caller } from '../../platform/context.ts';
import type { Db } from '../../platform/database/db.ts';
import { FileAnswer } from '../../platform/http/file-answer.ts';
import { recallCsv } from './recall-csv.rules.ts';

/** Renders a recall as a PDF or a CSV file. */
export async function recallFile(
  db: Db,
  { recall, file, language, user }: { recall: Recall; file: FileType; language: Language; user: Caller },
): Promise<FileAnswer> {
  const content = file === 'text/csv' ? recallCsv(recall) : await printRecall(db, { recall, language, user });
  const name = `${recall.number}.${file === 'text/csv' ? 'csv' : 'pdf'}`;
  return new FileAnswer(file, name, content, file === 'text/csv' ? 'attachment' : 'inline');
}
