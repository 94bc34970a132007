/** A typed client of the contract: call an endpoint, or pass `.query(input)` to TanStack Query. */
import type { Endpoint } from '@bobina/contract/core/endpoint.ts';
import type { CallRow } from './calls.ts';
import { keyOfInput } from './keys.ts';
import { readOrKept } from './kept-reads.ts';
import { send } from './transport.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** Milliseconds until a TIMEOUT. Default 30,000. */
  timeout?: number;
  /** The Idempotency-Key. Default: one per input object. */
  key?: string;
  /** Called with the activity of an act that can be undone. */
  onActivity?: (id: number) => void;
}
type Rows = Record<string, Endpoint>;
type Args<Input> = {} extends Input ? [input?: Input, options?: CallOptions] : [input: Input, options?: CallOptions];
export type QueryKey = readonly [area: string, call: string, input?: unknown];

export interface Call<Input, Output> {
  (...args: Args<Input>): Promise<Output>;
  /**
   * For `useQuery`. The key is `[entity, call, input]`, so that all queries of an entity can be invalidated together.
   */
  query(...args: Args<Input>): { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Output> };
  /** `[entity, call]`: matches all inputs of this call. */
  readonly key: readonly [string, string];
  /** The path in the contract, such as `/products/{id}`. */
  readonly path: string;
  readonly method: Endpoint['method'];
}
export type Client<C extends Record<string, Rows>> = {
  [A in keyof C]: {
    [K in keyof C[A]]: C[A][K] extends Endpoint<infer Input, infer _Received, infer Output>
      ? Call<Input, Output>
      : never;
  };
};
/** A list call, for `useRows` and the exports. */
// oxlint-disable-next-line no-explicit-any -- accepts any filters
export type ListCall<Row> = Call<any, { rows: Row[]; total: number }>;

type Loose = { query?: Record<string, unknown>; body?: unknown; version?: number } & Record<string, unknown>;
const DEFAULT_TIMEOUT = 30_000;

/**
 * Creates the client.
 * @param C the contract: its types determine the input and output of each call
 */
export function createClient<C extends Record<string, Rows>>(
  calls: Record<string, Record<string, CallRow>>,
): Client<C> {
  return Object.fromEntries(
    Object.entries(calls).map(([area, rows]) => [
      area,
      Object.fromEntries(Object.entries(rows).map(([name, row]) => [name, callOf(area, name, row)])),
    ]),
  ) as unknown as Client<C>;
}

type ReadRow = Pick<Endpoint, 'method' | 'path'> & { idempotent: boolean; paged: boolean };

function readRow(row: CallRow): ReadRow {
  const [, method, idempotent, paged, path] = /^(\w+)(!?)(\*?) (.*)/.exec(row)!;
  return { method: method as Endpoint['method'], path: path!, idempotent: idempotent !== '', paged: paged !== '' };
}

function pathOf(endpoint: ReadRow, input: Loose): string {
  const path = endpoint.path.replace(/\{(\w+)(?::text)?\}/g, (_, name: string) =>
    encodeURIComponent(String(input[name])),
  );
  const given = Object.entries(input.query ?? {}).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  );
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return search.size > 0 ? `${path}?${search}` : path;
}

async function invoke(
  endpoint: ReadRow,
  input: Loose = {},
  { signal, timeout = DEFAULT_TIMEOUT, key, onActivity }: CallOptions = {},
) {
  const response = await send({
    method: endpoint.method,
    path: pathOf(endpoint, input),
    body: input.body,
    timeout,
    signal,
    repeatable: endpoint.method === 'GET' || endpoint.idempotent,
    headers: {
      ...(input.version !== undefined && { 'if-match': `"${input.version}"` }),
      ...(endpoint.idempotent && { 'idempotency-key': key ?? keyOfInput(input) }),
    },
  });
  const activity = response.headers.get('x-activity-id');
  if (activity !== null) onActivity?.(Number(activity));
  if (response.status === 204) return undefined;
  const data: unknown = await response.json();
  if (!endpoint.paged) return data;
  // Treats a malformed answer as an empty list.
  if (!Array.isArray(data)) return { rows: [], total: 0 };
  return { rows: data, total: Number(response.headers.get('x-total-count') ?? data.length) };
}

function callOf(area: string, name: string, row: CallRow) {
  const endpoint = readRow(row);
  const call = (input?: Loose, options?: CallOptions) =>
    readOrKept({ group: area, name, path: () => pathOf(endpoint, input ?? {}) }, () =>
      invoke(endpoint, input, options),
    );
  return Object.assign(call, {
    key: [area, name] as const,
    path: endpoint.path,
    method: endpoint.method,
    query: (input?: Loose, options?: CallOptions) => ({
      queryKey: [area, name, input] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => call(input, { ...options, signal }),
    }),
  });
}
