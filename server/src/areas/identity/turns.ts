/** Lets a few through at a time under each name, in the order of their coming. */

interface Door {
  inside: number;
  waiting: (() => void)[];
}
export interface Turns {
  /** Runs `work` when it is its turn. @throws what `tooLong` makes, when the turn does not come in time */
  take<T>(name: string, work: () => Promise<T>, tooLong: () => Error): Promise<T>;
}

/** @param most how many at a time under one name @param patienceMs how long one waits */
export function createTurns(most: number, patienceMs: number): Turns {
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
      }, patienceMs);
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
        // Who leaves hands its place on.
        const next = door.waiting.shift();
        if (next) next();
        else if (--door.inside === 0) doors.delete(name);
      }
    },
  };
}
