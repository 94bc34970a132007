import type { Stand } from './stand.ts';

/** One call to measure. */
export interface Case {
  name: string;
  method: 'GET' | 'POST' | 'PUT';
  /** @param unique a number that no other request of the run has */
  path: (unique: number) => string;
  body?: (unique: number) => Record<string, unknown>;
  /** The numbers of concurrent clients, when they differ from the default. */
  clients?: readonly number[];
}
/** Cases that are measured together on their own data. */
export interface Suite {
  name: string;
  /** The amount of data, for the table: `100,000 movements`. */
  size: string;
  fill: (stand: Stand) => Promise<void>;
  cases: readonly Case[];
}

/** Formats a count with thousands separators: `100,000 movements`. */
export function count(n: number, of: string): string {
  return `${n.toLocaleString('en')} ${of}`;
}

/** Marks the texts of a request, so that a replay of the captured SQL can insert a different mark. */
export function mark(unique: number): string {
  return `~${unique}~`;
}
