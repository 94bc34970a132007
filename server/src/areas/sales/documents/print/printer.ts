import { Worker } from 'node:worker_threads';
import { createFairTurns } from '../../../../platform/fair-turns.ts';
import { Problem } from '../../../../platform/problem.ts';
import type { PrintJob } from './print-document.ts';

interface Printer {
  /**
   * Renders a report as a PDF.
   * @param user the user whose round-robin slot is used
   * @throws TOO_MANY_REQUESTS, UNAVAILABLE on a timeout, or the rendering error
   */
  print(job: PrintJob, user: number): Promise<Buffer>;
}
type Answer = { started: true } | { bytes: Uint8Array } | { error: string };

/** Timeout of one document in milliseconds; the start of the thread has the same timeout. */
const TIMEOUT_MS = 20_000;
const TURNS = { atOnce: 1, ofOneUser: 1, waitingOfOneUser: 50, waiting: 400, timeoutMs: 60_000 };

/**
 * Creates a printer that renders one document at a time in a worker thread, round-robin over users. The first document
 * starts the thread. A document that times out or crashes the thread fails alone; a new thread prints the waiting ones.
 * @param timeoutMs timeout of one document in milliseconds
 */
export function createPrinter(timeoutMs: number = TIMEOUT_MS): Printer {
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
    // After its listeners are added, because adding them references the worker again.
    started.unref();
    return started;
  };
  const printNow = (job: PrintJob) =>
    new Promise<Buffer>((resolve, reject) => {
      const worker = (thread ??= startThread());
      const settle = (finish: () => void) => {
        clearTimeout(timer);
        worker.off('message', onAnswer);
        worker.off('error', broken);
        worker.off('exit', broken);
        finish();
      };
      const broken = () => settle(() => reject(busy()));
      const onTimeout = () => {
        thread = undefined;
        broken();
        void worker.terminate();
      };
      let timer = setTimeout(onTimeout, timeoutMs);
      const onAnswer = (answer: Answer) => {
        if ('started' in answer) {
          clearTimeout(timer);
          timer = setTimeout(onTimeout, timeoutMs);
        } else if ('error' in answer) settle(() => reject(new Error(answer.error)));
        else settle(() => resolve(Buffer.from(answer.bytes.buffer)));
      };
      worker.on('message', onAnswer);
      worker.on('error', broken);
      worker.on('exit', broken);
      worker.unref();
      worker.postMessage(job);
    });
  return { print: (job, user) => turns.take(user, () => printNow(job)) };
}

const printer = createPrinter();

/** Prints in the shared thread of this server. @param user the requesting user, for round-robin scheduling */
export function printInThread(job: PrintJob, user: number): Promise<Buffer> {
  return printer.print(job, user);
}

function busy() {
  return new Problem('UNAVAILABLE', { retryAfterSeconds: 5 });
}
