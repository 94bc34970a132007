/** Renders PDFs in a worker thread, because a long document would block the event loop. */
import { parentPort } from 'node:worker_threads';
import { renderDocument, type PrintJob } from './print-document.ts';

parentPort!.on('message', (job: PrintJob) => {
  parentPort!.postMessage({ started: true });
  renderDocument(job).then(
    (pdf) => {
      const bytes = new Uint8Array(pdf);
      parentPort!.postMessage({ bytes }, [bytes.buffer]);
    },
    (error: unknown) => parentPort!.postMessage({ error: error instanceof Error ? error.stack : String(error) }),
  );
});
