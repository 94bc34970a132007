import type { Caller } from '../../../platform/context.ts';
import { FileAnswer } from '../../../platform/http/file-answer.ts';
import type { PrintJob } from './print/print-document.ts';
import { printInThread } from './print/printer.ts';

interface Wanted {
  query: { format?: 'pdf' | 'json' | undefined };
  accept?: string | undefined;
}
/** Reports whether the caller wants the PDF: the query parameter takes precedence over the Accept header. */
export function wantsPdf({ query, accept }: Wanted): boolean {
  return query.format === undefined ? accept === 'application/pdf' : query.format === 'pdf';
}

/** Prints a document in the worker thread. @throws TOO_MANY_REQUESTS, UNAVAILABLE on a timeout */
export async function pdfOf(name: string, job: PrintJob, user: Caller): Promise<FileAnswer> {
  return new FileAnswer('application/pdf', `${name}.pdf`, await printInThread(job, user.id), 'inline');
}
