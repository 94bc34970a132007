/**
 * Limits the concurrent writes of the pool, so that connections remain for reads. Refuses new writes while
 * commits wait for a missing synchronous standby: an abandoned commit keeps its backend and its row locks until the
 * standby is back, and every new write would add another such backend.
 */
import { Unavailable } from './unavailable.ts';

/** Maximum wait of a write for a slot. */
const TIMEOUT_MS = 4_000;

interface Waiter {
  enter: () => void;
  refuse: (error: Error) => void;
}

export class WriteGate {
  readonly #slots: number;
  #taken = 0;
  #queue: Waiter[] = [];
  #stuck: ReadonlySet<number> = new Set();

  /** @param slots maximum number of writes that hold a connection concurrently */
  constructor(slots: number) {
    this.#slots = slots;
  }

  /** Process ids of backends whose commit was abandoned while it waited for the standby. */
  get stuck(): ReadonlySet<number> {
    return this.#stuck;
  }
  set stuck(pids: ReadonlySet<number>) {
    this.#stuck = pids;
    if (pids.size === 0) return;
    for (const { refuse } of this.#queue.splice(0)) refuse(standbyMissing());
  }

  /** Runs a write when a slot is free. @throws Unavailable after 4 s, or at once while the standby is missing */
  async run<T>(work: () => Promise<T>): Promise<T> {
    await this.#enter();
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(): Promise<void> {
    if (this.#stuck.size > 0) return Promise.reject(standbyMissing());
    if (this.#taken < this.#slots) {
      this.#taken++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#queue = this.#queue.filter((one) => one !== waiter);
        reject(new Unavailable('all connections for writes are busy'));
      }, TIMEOUT_MS);
      const waiter: Waiter = {
        enter: () => {
          clearTimeout(timer);
          resolve();
        },
        refuse: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      this.#queue.push(waiter);
    });
  }

  /** Hands the slot to the next waiter, or frees it. */
  #leave(): void {
    const next = this.#queue.shift();
    if (next) next.enter();
    else this.#taken--;
  }
}

const gates = new WeakMap<object, WriteGate>();

/** Associates a gate with a pool or with the query builder over it. */
export function registerGate(owner: object, gate: WriteGate): void {
  gates.set(owner, gate);
}

/** @returns the gate of a pool or query builder; undefined if none is registered */
export function gateOf(owner: object): WriteGate | undefined {
  return gates.get(owner);
}

function standbyMissing(): Unavailable {
  return new Unavailable('the synchronous standby is missing: commits wait for it');
}
