/**
 * The types and builders of the contract: one row per call. Routes, guards, validation, the typed client, forms,
 * OpenAPI and the generated tests are all derived from these rows.
 */
import { z } from 'zod';
import type { ErrorCode, Warning } from './errors.ts';
import type { AttachmentType } from './media-types.ts';
import type { Capability } from './permissions.ts';
import { queryFields, queryText, queryWhole } from './fields.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';
/** A capability of the permission table, any signed-in user, or no sign-in. */
export type Needs = Capability | 'signed-in' | 'public';
export type Page<T> = { rows: T[]; total: number };
export type WithWarnings<T> = T extends object ? T & { warnings?: Warning[] } : T;

/** The media type of an Excel file. */
export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
export type FileType =
  | 'application/pkcs7-mime'
  | 'application/json'
  | 'message/rfc822'
  | 'text/calendar'
  | AttachmentType;

/**
 * How a call runs: without sign-in (visit), as a read, as one business act in one transaction (act), as several acts
 * that are committed one by one (acts), as an act that begins when a file was received (upload), or as a password attempt
 * whose counter is committed even when it fails (trial).
 */
export type Kind = 'visit' | 'read' | 'act' | 'acts' | 'upload' | 'trial';

/** Type parameters: the client's input, the handler's input, the answer, and the kind. */
// oxlint-disable-next-line no-explicit-any -- any row of the contract
export interface Endpoint<Input = any, Received = any, Output = any, K extends Kind = Kind> {
  readonly method: Method;
  readonly kind: K;
  readonly path: string;
  readonly summary: string;
  /** Description for the API reference, in full sentences. Markdown code spans only. */
  readonly description: string;
  readonly needs: Needs;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  readonly reply: z.ZodType;
  readonly status: number;
  /** A list: a plain array; the header X-Total-Count holds the total. */
  readonly paged: boolean;
  /** A list: the maximum number of rows when no limit is sent. */
  readonly most: number;
  /** A list: the fields that only callers with this capability may see. */
  readonly hidden?: Readonly<Record<string, Capability>> | undefined;
  /** Accepts an Idempotency-Key: every write outside /auth. */
  readonly idempotent: boolean;
  /** Its own errors, besides those that every call can answer. */
  readonly errors: readonly ErrorCode[];
  /** The condition of each error that only this call answers, in full sentences. */
  readonly refusals: Refusals;
  /** Fields of the answer that are shown once: a retry with the same Idempotency-Key is answered without them. */
  readonly secrets?: readonly string[];
  /** Maximum size of the body in bytes; 1 MB by default. */
  readonly bodyLimit?: number;
  /** Long work: the calls of one user run one after the other, users take turns, and too many waiting calls are a 429. */
  readonly takesTurns?: boolean;
  /**
   * A list whose rows other calls show only in fields with this prefix, such as `product` for `product_name`. A change of
   * a row affects those calls alone; without a prefix it can affect every call.
   */
  readonly shownAs?: string;
  /**
   * Besides JSON it accepts files as `multipart/form-data`, and one file as `application/xml`. The server turns them into
   * the body `{files: [{name, content}]}`, `content` in base64.
   */
  readonly uploads?: boolean;
  /** Media types that it answers as a file, besides JSON or, without a reply, instead of it. */
  readonly files?: readonly FileType[];
  readonly '~types'?: { input: Input; received: Received; output: Output };
}
/** The condition of each error, as a sentence for the API reference. */
export type Refusals = Partial<Record<ErrorCode, string>>;
export type Contract = Record<string, Endpoint>;

type Parameters<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Parameters<Rest>
  : never;
/** `{id}` is the integer id of a row, `{id:text}` a text id. */
type PathInput<Path extends string> = {
  [N in Parameters<Path> as N extends `${infer Name}:text` ? Name : N]: N extends `${string}:text` ? string : number;
};
type Flat<T> = { [K in keyof T]: T[K] };
type Present<K extends string, T> = unknown extends T ? {} : {} extends T ? { [P in K]?: T } : { [P in K]: T };
type Passed<Path extends string, Q, B> = Flat<
  PathInput<Path> & Present<'query', Q> & Present<'body', B> & { version?: number | undefined }
>;
type Received<Path extends string, Q, B> = Flat<
  PathInput<Path> &
    (unknown extends Q ? {} : { query: Q }) &
    (unknown extends B ? {} : { body: B }) & {
      /** The version of the If-Match header, if sent. */
      version?: number | undefined;
      /** The file type of the contract row that the Accept header prefers to JSON, if any. */
      accept?: FileType | undefined;
    }
>;

interface Details<N extends Needs, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType> {
  summary: string;
  description: string;
  needs: N;
  query?: Q;
  body?: B;
  reply?: R;
  status?: number;
  errors?: Refusals;
  secrets?: readonly string[];
  bodyLimit?: number;
  takesTurns?: boolean;
  uploads?: boolean;
  files?: readonly FileType[];
  idempotent?: boolean;
}

export const get = verb('GET', 'read', { status: 200, idempotent: false });
/** Creates an entity: 201 with the whole entity by default. */
export const post = verb('POST', 'act', { status: 201, idempotent: true });
export const put = verb('PUT', 'act', { status: 200, idempotent: true });
export const del = verb('DELETE', 'act', { status: 204, idempotent: true });

/** Runs several acts in one request, each in its own transaction: 200 with a result per item. */
export const postActs = verb('POST', 'acts', { status: 200, idempotent: true });

/** Takes one file, the part `file` of a multipart form, and creates an entity of it: 201 with the whole entity. */
export const postFile = verb('POST', 'upload', { status: 201, idempotent: true });
/** Checks a code of a signed-in user, as `putTrial` does. */
export const delTrial = verb('DELETE', 'trial', { status: 204, idempotent: false });

/** Checks the password of a signed-in user: the counter of failures is committed even when the call fails. */
export const putTrial = verb('PUT', 'trial', { status: 204, idempotent: false });

/** Maximum number of rows of a list without `limit`: for registers and open work, and for tables that grow without bound. */
const REGISTRY_ROWS = 10_000;
export const GROWING_ROWS = 1_000;

type ListQuery<S extends string, F extends z.ZodRawShape> = z.ZodObject<
  {
    q: z.ZodOptional<z.ZodString>;
    sort: z.ZodOptional<z.ZodEnum<{ [K in S | `-${S}`]: K }>>;
    limit: z.ZodOptional<z.ZodType<number, number>>;
    offset: z.ZodOptional<z.ZodType<number, number>>;
    fields: z.ZodOptional<z.ZodType<string[], string>>;
  } & F
>;

/**
 * Defines a list with `q` (contains every word, ignoring case and accents), `sort` (`field` or `-field`), `limit`,
 * `offset`, `fields` (the fields of each row to answer, separated by commas) and its own filters.
 * @param details.sort the sortable columns: all columns that the list shows
 * @param details.most the maximum number of rows when no limit is sent
 * @param details.hidden the capability that each hidden field needs; such a field is optional in the row
 */
export function list<
  Path extends `/${string}`,
  R extends z.ZodObject,
  const S extends readonly [string, ...string[]],
  F extends z.ZodRawShape = {},
>(
  path: Path,
  {
    sort,
    filters,
    row,
    most = REGISTRY_ROWS,
    ...details
  }: {
    summary: string;
    description: string;
    needs: Needs;
    row: R;
    sort: S;
    filters?: F;
    most?: number;
    errors?: Refusals;
    hidden?: Partial<Record<keyof z.output<R> & string, Capability>>;
    shownAs?: string;
  },
) {
  const query = z.object({
    q: queryText().optional(),
    sort: z.enum(sort.flatMap((column) => [column, `-${column}`]) as [string, ...string[]]).optional(),
    limit: queryWhole(1, 1000).optional(),
    offset: queryWhole(0, 2_147_483_647).optional(),
    fields: queryFields(Object.keys(row.shape)).optional(),
    ...filters,
  }) as unknown as ListQuery<S[number], F>;
  return {
    ...get(path, { ...details, query: query as z.ZodType, reply: z.array(row) }),
    paged: true,
    most,
  } as unknown as Endpoint<
    Passed<Path, Partial<ClientQuery<z.input<typeof query>>>, unknown>,
    Received<Path, z.output<typeof query>, unknown>,
    Page<z.output<R>>,
    'read'
  >;
}
/** Query strings are text, but a client may also pass numbers and booleans. */
type ClientQuery<Q> = { [K in keyof Q]: Q[K] | number | boolean };

/** The parameters of a path, in order. */
export function pathParameters(path: string): { name: string; kind: 'row' | 'text' }[] {
  return [...path.matchAll(/\{(\w+)(:text)?\}/g)].map(([, name, text]) => ({
    name: name!,
    kind: text ? 'text' : 'row',
  }));
}

function verb<K extends Kind>(method: Method, kind: K, defaults: { status: number; idempotent: boolean }) {
  return <
    Path extends `/${string}`,
    const N extends Needs,
    Q extends z.ZodType,
    B extends z.ZodType,
    R extends z.ZodType = z.ZodVoid,
  >(
    path: Path,
    details: Details<N, Q, B, R>,
  ) =>
    ({
      method,
      path,
      kind: details.needs === 'public' ? 'visit' : kind,
      paged: false,
      most: 0,
      reply: z.void(),
      ...defaults,
      ...details,
      errors: Object.keys(details.errors ?? {}),
      refusals: details.errors ?? {},
    }) as unknown as Endpoint<
      Passed<Path, z.input<Q>, z.input<B>>,
      Received<Path, z.output<Q>, z.output<B>>,
      K extends 'act' ? WithWarnings<z.output<R>> : z.output<R>,
      N extends 'public' ? 'visit' : K
    >;
}
