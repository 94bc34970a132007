import { Problem } from './problem.ts';

interface Limits {
  /** Maximum number of running jobs. */
  atOnce: number;
  /** Maximum number of running jobs of one user. */
  ofOneUser: number;
  /** Maximum number of waiting jobs of one user; further ones are refused with 429. */
  waitingOfOneUser: number;
  /** Maximum number of waiting jobs of all users; further ones are refused with 503. */
  waiting: number;
  /** Maximum wait of a job in milliseconds; then it is refused with 503. */
  timeoutMs: number;
}
export interface FairTurns {
  /** Runs `work` when it is the user's turn. @throws TOO_MANY_REQUESTS, UNAVAILABLE */
  take<T>(user: number, work: () => Promise<T>): Promise<T>;
}

const RETRY_SECONDS = 5;

/**
 * Creates a queue for long work that is fair among users: free slots go to the waiting users round-robin, so that a
 * user with a hundred jobs delays another user by one job only. Jobs of one user keep their order.
 */
export function createFairTurns({ atOnce, ofOneUser, waitingOfOneUser, waiting, timeoutMs }: Limits): FairTurns {
  /** In the order in which users are served; contains only users with a waiting job. */
  const queues = new Map<number, (() => void)[]>();
  const running = new Map<number, number>();
  let [runningInAll, waitingInAll] = [0, 0];
  const start = (user: number) => {
    runningInAll++;
    running.set(user, (running.get(user) ?? 0) + 1);
  };
  const mayStart = (user: number) => runningInAll < atOnce && (running.get(user) ?? 0) < ofOneUser;
  const startNext = () => {
    for (const [user, queue] of queues) {
      if (!mayStart(user)) continue;
      const enter = queue.shift()!;
      queues.delete(user);
      if (queue.length > 0) queues.set(user, queue);
      waitingInAll--;
      start(user);
      enter();
      return;
    }
  };
  const finish = (user: number) => {
    runningInAll--;
    const left = running.get(user)! - 1;
    if (left === 0) running.delete(user);
    else running.set(user, left);
    startNext();
  };
  const wait = (user: number) => {
    const queue = queues.get(user) ?? [];
    if (queue.length >= waitingOfOneUser) throw new Problem('TOO_MANY_REQUESTS', { retryAfterSeconds: RETRY_SECONDS });
    if (waitingInAll >= waiting) throw busy();
    queues.set(user, queue);
    waitingInAll++;
    return new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        queue.splice(queue.indexOf(enter), 1);
        if (queue.length === 0) queues.delete(user);
        waitingInAll--;
        reject(busy());
      }, timeoutMs);
      queue.push(enter);
    });
  };
  return {
    take: async (user, work) => {
      if (mayStart(user) && !queues.has(user)) start(user);
      else await wait(user);
      try {
        return await work();
      } finally {
        finish(user);
      }
    },
  };
}

function busy() {
  return new Problem('UNAVAILABLE', { retryAfterSeconds: RETRY_SECONDS });
}
