/** The thread that makes PDFs: started by the first document, started again when it breaks. */
import { Worker } from 'node:worker_threads';
import { Problem } from '../../../../platform/problem.ts';
import type { PrintJob } from './print-document.ts';

/** A document that takes longer breaks the thread, and those that wait behind it are told to try again. */
const PATIENCE_MS = 20_000;
/** More would wait longer than anybody waits. */
const MOST_WAITING = 100;

interface Waiting {
  resolve: (pdf: Buffer) => void;
  reject: (error: Error) => void;
  timer: NodeJS.Timeout;
}
type Answer = { id: number; bytes: Uint8Array } | { id: number; error: string };

const busy = () => new Problem('UNAVAILABLE', { retryAfterSeconds: 5 });

class PrintThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #last = 0;
  constructor(onEnd: (thread: PrintThread) => void) {
    this.#worker = new Worker(new URL('./print-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: 512 },
    });
    this.#worker.on('message', (answer: Answer) => this.#settle(answer));
    const end = () => {
      onEnd(this);
      for (const id of this.#waiting.keys()) this.#take(id)?.reject(busy());
    };
    this.#worker.on('error', end);
    this.#worker.on('exit', end);
    // After its listeners, which would hold the process again.
    this.#worker.unref();
  }
  print(job: PrintJob): Promise<Buffer> {
    if (this.#waiting.size >= MOST_WAITING) throw busy();
    const id = ++this.#last;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => void this.#worker.terminate(), PATIENCE_MS);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#worker.postMessage({ id, job });
    });
  }
  #take(id: number): Waiting | undefined {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    clearTimeout(waiting?.timer);
    return waiting;
  }
  #settle(answer: Answer): void {
    const waiting = this.#take(answer.id);
    if ('error' in answer) waiting?.reject(new Error(answer.error));
    else waiting?.resolve(Buffer.from(answer.bytes.buffer));
  }
}

let thread: PrintThread | undefined;

/** @returns the PDF of a report. @throws 503 when it takes too long or too many wait */
export const printInThread = (job: PrintJob): Promise<Buffer> => {
  thread ??= new PrintThread((ended) => {
    if (thread === ended) thread = undefined;
  });
  return thread.print(job);
};
