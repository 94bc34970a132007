/**
 * A typed client of the API for other programs, in Node and in browsers. Its calls are the rows of the contract:
 *
 *   const bobina = createApiClient({ url: 'https://bobina.example', token: 'bob_…' });
 *   const { rows, total } = await bobina.products.list({ query: { q: 'kraft' } });
 *
 * `contract/examples` has a whole program.
 */
import { contract } from './contract.ts';
import type { Endpoint, FileType } from './core/endpoint.ts';
import type { ErrorCode, ProblemBody } from './core/errors.ts';

interface ClientSettings {
  /** The address of the server, without `/api`. */
  url: string;
  /** A service token, or the token of a sign-in. Without it only public calls are open. */
  token?: string;
  /** The language of messages; Italian by default. */
  language?: string;
  fetch?: typeof fetch;
}
interface CallOptions {
  signal?: AbortSignal;
  /** The Idempotency-Key. A call that is repeated with the same key has no second effect. By default each call has its own key. */
  key?: string;
  /** The file of a call that takes one. */
  file?: File;
}
type Args<Input, Options> = {} extends Input ? [input?: Input, options?: Options] : [input: Input, options?: Options];
interface Call<Input, Output> {
  (...args: Args<Input, CallOptions>): Promise<Output>;
  /** Answers a file of this type instead. */
  file(accept: FileType | 'application/pdf', ...args: Args<Input, CallOptions>): Promise<Blob>;
}
type Contract = typeof contract;
export type Client = {
  [A in keyof Contract]: {
    [K in keyof Contract[A]]: Contract[A][K] extends Endpoint<infer Input, infer _Received, infer Output>
      ? Call<Input, Output>
      : never;
  };
};

/** A refusal of the server: its code, its message in the client's language, and the fields that it names. */
export class ClientProblem extends Error {
  readonly status: number;
  readonly code: ErrorCode;
  readonly body: ProblemBody;
  constructor(status: number, body: ProblemBody) {
    super(body.message);
    this.name = 'ClientProblem';
    this.status = status;
    this.code = body.code;
    this.body = body;
  }
}

type Loose = { query?: Record<string, unknown>; body?: unknown; version?: number } & Record<string, unknown>;

/** Creates a client. Its calls reject with a `ClientProblem` when the server refuses them. */
export function createApiClient(settings: ClientSettings): Client {
  return Object.fromEntries(
    Object.entries(contract).map(([area, rows]) => [
      area,
      Object.fromEntries(Object.entries<Endpoint>(rows).map(([name, row]) => [name, callOf(settings, row)])),
    ]),
  ) as unknown as Client;
}

function callOf(settings: ClientSettings, row: Endpoint) {
  const call = async (input: Loose = {}, options: CallOptions = {}) => {
    const response = await send(settings, row, { input, options, accept: 'application/json' });
    if (response.status === 204) return undefined;
    const data: unknown = await response.json();
    if (!row.paged) return data;
    return { rows: data, total: Number(response.headers.get('x-total-count')) };
  };
  const file = async (accept: string, input: Loose = {}, options: CallOptions = {}) =>
    (await send(settings, row, { input, options, accept })).blob();
  return Object.assign(call, { file });
}

interface Sent {
  input: Loose;
  options: CallOptions;
  accept: string;
}

/** @throws ClientProblem */
async function send(settings: ClientSettings, row: Endpoint, { input, options, accept }: Sent): Promise<Response> {
  const { url, token, language = 'it' } = settings;
  const form = options.file && new FormData();
  form?.append('file', options.file!);
  const response = await (settings.fetch ?? fetch)(`${url.replace(/\/+$/, '')}/api${pathOf(row, input)}`, {
    method: row.method,
    signal: options.signal ?? null,
    headers: {
      accept,
      'accept-language': language,
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(input.body !== undefined && { 'content-type': 'application/json' }),
      ...(input.version !== undefined && { 'if-match': `"${input.version}"` }),
      ...(row.idempotent && { 'idempotency-key': options.key ?? crypto.randomUUID() }),
    },
    body: form ?? (input.body === undefined ? null : JSON.stringify(input.body)),
  });
  if (!response.ok) throw new ClientProblem(response.status, await problemOf(response));
  return response;
}

/** The body of a refusal. A proxy between client and server may answer with another body. */
async function problemOf(response: Response): Promise<ProblemBody> {
  const body = (await response.json().catch(() => ({}))) as Partial<ProblemBody>;
  const message = body.message ?? `${response.status} ${response.statusText}`;
  return { ...body, code: body.code ?? 'INTERNAL', message, error: body.error ?? message } as ProblemBody;
}

function pathOf({ path }: Endpoint, input: Loose): string {
  const filled = path.replace(/\{(\w+)(?::text)?\}/g, (_, name: string) => encodeURIComponent(String(input[name])));
  const given = Object.entries(input.query ?? {}).filter(([, value]) => value !== undefined && value !== null);
  const search = new URLSearchParams(Object.fromEntries(given.map(([name, value]) => [name, String(value)])));
  return search.size > 0 ? `${filled}?${search.toString()}` : filled;
}
