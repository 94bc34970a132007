/** Limits the concurrency per name, first in, first out. */

interface Queue {
  running: number;
  waiting: (() => void)[];
}
export interface Turns {
  /** Runs `work` as soon as a slot is free. @throws the error of `tooLong` when no slot becomes free in time */
  take<T>(name: string, work: () => Promise<T>, tooLong: () => Error): Promise<T>;
}

/**
 * Creates a limiter.
 * @param most concurrent runs per name
 * @param timeoutMs longest wait for a slot, in milliseconds
 */
export function createTurns(most: number, timeoutMs: number): Turns {
  const queues = new Map<string, Queue>();
  const wait = (queue: Queue, tooLong: () => Error) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.waiting.splice(queue.waiting.indexOf(enter), 1);
        reject(tooLong());
      }, timeoutMs);
      queue.waiting.push(enter);
    });
  return {
    take: async (name, work, tooLong) => {
      const queue = queues.get(name) ?? { running: 0, waiting: [] };
      queues.set(name, queue);
      if (queue.running < most) queue.running++;
      else await wait(queue, tooLong);
      try {
        return await work();
      } finally {
        // Passes the slot to the next waiter.
        const next = queue.waiting.shift();
        if (next) next();
        else if (--queue.running === 0) queues.delete(name);
      }
    },
  };
}
