/** Limits the concurrency per name, first in, first out. */

interface Door {
  inside: number;
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
  const doors = new Map<string, Door>();
  const wait = (door: Door, tooLong: () => Error) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        door.waiting.splice(door.waiting.indexOf(enter), 1);
        reject(tooLong());
      }, timeoutMs);
      door.waiting.push(enter);
    });
  return {
    take: async (name, work, tooLong) => {
      const door = doors.get(name) ?? { inside: 0, waiting: [] };
      doors.set(name, door);
      if (door.inside < most) door.inside++;
      else await wait(door, tooLong);
      try {
        return await work();
      } finally {
        // Passes the slot to the next waiter.
        const next = door.waiting.shift();
        if (next) next();
        else if (--door.inside === 0) doors.delete(name);
      }
    },
  };
}
