import type { Stand } from './stand.ts';

/** One call to measure. */
export interface Case {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  /** @param unique a number that no other request of the run has */
  path: (unique: number) => string;
  body?: (unique: number) => Record<string, unknown>;
  /** How many clients at once, when not as many as usual. */
  clients?: readonly number[];
}
/** What is measured together, on data of its own. */
export interface Suite {
  name: string;
  /** How much data there is, for people: `100,000 movements`. */
  size: string;
  fill: (stand: Stand) => Promise<void>;
  cases: readonly Case[];
}

export function count(n: number, of: string): string {
  return `${n.toLocaleString('en')} ${of}`;
}

/** Marks what a request makes, so that the captured SQL can be sent again with a mark of its own. */
export function mark(unique: number): string {
  return `~${unique}~`;
}
