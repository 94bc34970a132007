/** Makes PDFs in a thread of its own: a long document would keep everybody else waiting. */
import { parentPort } from 'node:worker_threads';
import { printDocument, type PrintJob } from './print-document.ts';

parentPort!.on('message', (job: PrintJob) => {
  parentPort!.postMessage({ started: true });
  printDocument(job).then(
    (pdf) => {
      const bytes = new Uint8Array(pdf);
      parentPort!.postMessage({ bytes }, [bytes.buffer]);
    },
    (error: unknown) => parentPort!.postMessage({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
