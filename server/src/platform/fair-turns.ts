import { Problem } from './problem.ts';

interface Limits {
  /** How many run at a time. */
  atOnce: number;
  /** How many of one user run at a time. */
  ofOneUser: number;
  /** How many of one user may wait; one more is refused with 429. */
  waitingOfOneUser: number;
  /** How many may wait in all; one more is refused with 503. */
  waiting: number;
  /** How long one waits for its turn at most, in milliseconds; then it is refused with 503. */
  patienceMs: number;
}
export interface FairTurns {
  /** Runs `work` when it is the user's turn. @throws TOO_MANY_REQUESTS, UNAVAILABLE */
  take<T>(user: number, work: () => Promise<T>): Promise<T>;
}

const RETRY_SECONDS = 5;

/**
 * A queue for long work that is fair among users: free places go to the waiting users in rotation, so that a user with
 * a hundred jobs delays another user by one job only. The work of one user keeps its order.
 */
export function createFairTurns({ atOnce, ofOneUser, waitingOfOneUser, waiting, patienceMs }: Limits): FairTurns {
  /** In the order in which the users are served; a user without a waiting job is not in it. */
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
      }, patienceMs);
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
