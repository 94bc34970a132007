/** Makes PDFs in a thread of its own: a long document would keep everybody else waiting. */
import { parentPort } from 'node:worker_threads';
import { printDocument, type PrintJob } from './print-document.ts';

parentPort!.on('message', ({ id, job }: { id: number; job: PrintJob }) => {
  printDocument(job).then(
    (pdf) => {
      const bytes = new Uint8Array(pdf);
      parentPort!.postMessage({ id, bytes }, [bytes.buffer]);
    },
    (error: unknown) => parentPort!.postMessage({ id, error: error instanceof Error ? error.stack : String(error) }),
  );
});
