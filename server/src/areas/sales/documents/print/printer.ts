import { Worker } from 'node:worker_threads';
import { createFairTurns } from '../../../../platform/fair-turns.ts';
import { Problem } from '../../../../platform/problem.ts';
import type { PrintJob } from './print-document.ts';

interface Printer {
  /** @param user whose turn it takes @returns the PDF of a report @throws TOO_MANY_REQUESTS, UNAVAILABLE, what broke it */
  print(job: PrintJob, user: number): Promise<Buffer>;
}
type Answer = { started: true } | { bytes: Uint8Array } | { error: string };

/** How long one document may take once its work has started; the start of the thread has as much. */
const PATIENCE_MS = 20_000;
const TURNS = { atOnce: 1, ofOneUser: 1, waitingOfOneUser: 50, waiting: 400, patienceMs: 60_000 };

/**
 * Makes PDFs in a thread, one after the other; users take turns. The thread is started by the first document, and again
 * after a document that took too long or broke it: only that document fails, those that wait are printed by the next
 * thread.
 */
export function createPrinter(patienceMs: number = PATIENCE_MS): Printer {
  const turns = createFairTurns(TURNS);
  let thread: Worker | undefined;
  const startThread = () => {
    const started = new Worker(new URL('./print-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    const forget = () => {
      if (thread === started) thread = undefined;
    };
    started.on('error', forget);
    started.on('exit', forget);
    // After its listeners, which would hold the process again.
    started.unref();
    return started;
  };
  const printNow = (job: PrintJob) =>
    new Promise<Buffer>((resolve, reject) => {
      const worker = (thread ??= startThread());
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        worker.off('message', hear);
        worker.off('error', broken);
        worker.off('exit', broken);
        finish();
      };
      const broken = () => settle(() => reject(busy()));
      const giveUp = () => {
        thread = undefined;
        broken();
        void worker.terminate();
      };
      let timer = setTimeout(giveUp, patienceMs);
      const hear = (answer: Answer) => {
        if ('started' in answer) {
          clearTimeout(timer);
          timer = setTimeout(giveUp, patienceMs);
        } else if ('error' in answer) settle(() => reject(new Error(answer.error)));
        else settle(() => resolve(Buffer.from(answer.bytes.buffer)));
      };
      worker.on('message', hear);
      worker.on('error', broken);
      worker.on('exit', broken);
      worker.unref();
      worker.postMessage(job);
    });
  return { print: (job, user) => turns.take(user, () => printNow(job)) };
}

const printer = createPrinter();

/** Prints in the thread of this server. @param user who asked for it: users take turns */
export function printInThread(job: PrintJob, user: number): Promise<Buffer> {
  return printer.print(job, user);
}

function busy() {
  return new Problem('UNAVAILABLE', { retryAfterSeconds: 5 });
}
