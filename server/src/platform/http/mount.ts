/**
 * Builds routes from contract rows and handlers: parses, authorises, runs each call as its row declares, and formats
 * the answer.
 */
import { isDeepStrictEqual } from 'node:util';
import fastifyMultipart from '@fastify/multipart';
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify';
import { pathParameters, type Contract, type Endpoint, type Needs, type Page } from '@bobina/contract/core/endpoint.ts';
import type { Language } from '@bobina/contract/core/languages.ts';
import { parse } from '@bobina/contract/core/parse.ts';
import { can } from '@bobina/contract/core/permissions.ts';
import { z } from 'zod';
import type { Act, Caller, Reading, Visit } from '../context.ts';
import type { CountCache } from '../count-cache.ts';
import type { Db } from '../database/db.ts';
import { WrittenPage } from '../database/page.ts';
import { CONNECT_TIMEOUT_MS } from '../database/pool.ts';
import type { Replica } from '../database/replica.ts';
import { createFairTurns } from '../fair-turns.ts';
import type { Announce } from '../live/announcer.ts';
import { invalid, notFound, Problem } from '../problem.ts';
import { commitAct } from './commit-act.ts';
import type { ConstraintProblems } from './errors.ts';
import { acceptedFile, FileAnswer, FileStream } from './file-answer.ts';
import { Redirect } from './redirect.ts';
import { fingerprint, readKey, type Remembered } from './idempotency.ts';
import { manyActs, type ManyActs } from './many-acts.ts';
import { beginUpload, receiveFile, type Committed, type ReceivedFile, type Upload } from './upload.ts';
import type { UploadFolder } from './upload-folder.ts';
import { withWarnings } from './warnings.ts';

type ContextOf = { visit: Visit; read: Reading; act: Act; acts: ManyActs; upload: Upload; trial: Reading };
type HandlerAnswer<Output, K> = K extends 'read'
  ? Output | FileAnswer | FileStream
  : K extends 'visit'
    ? Output | FileAnswer | Redirect
    : K extends 'upload'
      ? Committed<Output>
      : Output;
type HandlerOf<E> =
  E extends Endpoint<infer _Input, infer Received, infer Output, infer K>
    ? (input: Received, context: ContextOf[K]) => HandlerAnswer<Output, K> | Promise<HandlerAnswer<Output, K>>
    : never;
/** One handler for every row of a module; a missing handler is a compile error. */
export type Handlers<C extends Contract> = { [Name in keyof C]: HandlerOf<C[Name]> };

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    language: Language;
  }
  interface FastifyContextConfig {
    needs?: Needs;
    /** The call accepts files besides JSON. */
    uploads?: boolean | undefined;
    /** The call takes one file, which is not read into memory. */
    takesFile?: boolean | undefined;
    /** Marks the health check by which proxies decide whether to send requests here. */
    isHealth?: boolean;
  }
}

export interface Kernel {
  db: Db;
  announce: Announce;
  counts: CountCache;
  /** The errors of violated constraints, for calls that answer them per item. */
  constraints: ConstraintProblems;
  /** Database for reports; without it, reports read the primary. */
  replica?: Replica | undefined;
  /** Whether a reading call with this input is a report. */
  isReport?: ((row: Endpoint, input: unknown) => boolean) | undefined;
  /** Whether the act of an activity can be undone: its answer names the activity in `X-Activity-Id`. */
  isUndoable?: ((activity: Act['activities'][number]) => boolean) | undefined;
  /** Where the files of calls are received that take one. */
  uploads: UploadFolder;
  /** Whether a proxy is trusted. */
  behindProxy: boolean;
  /** Validate every answer against its schema: in tests and development. */
  validateAnswers: boolean;
}
/** A 400 whose fields are already translated. */
class RefusedInput extends Problem {
  readonly #fields;
  constructor(fields: NonNullable<ReturnType<Problem['body']>['fields']>) {
    super('VALIDATION');
    this.#fields = fields;
  }
  override body(language: Language) {
    return { ...super.body(language), fields: this.#fields };
  }
}

/** A serialised answer, the version of its entity, and the activity that undoing it names. */
type Answer = { text: string | null; version?: number | undefined; activityId?: number | null };

const MOST_OF_USER_AGENT = 500;

/** Taken before a transaction is opened: a waiting request holds no connection of the pool. */
const turns = createFairTurns({ atOnce: 2, ofOneUser: 1, waitingOfOneUser: 15, waiting: 60, timeoutMs: 30_000 });

/**
 * The concurrent calls of one user. It leaves connections of the pool to the other users. Reads have turns of
 * their own, because writes may wait for a standby while reads go on. Long work has turns of its own, too, and an upload
 * waits for its client. A call waits for its turn as long as for a connection.
 */
const CALLS_OF_ONE_USER = {
  atOnce: Number.POSITIVE_INFINITY,
  ofOneUser: 15,
  waitingOfOneUser: 1_000,
  waiting: 10_000,
  timeoutMs: CONNECT_TIMEOUT_MS,
};
const reads = createFairTurns(CALLS_OF_ONE_USER);
const writes = createFairTurns(CALLS_OF_ONE_USER);

/** Registers the routes of a contract module under the prefix of `app`. */
export function mount<C extends Contract>(
  app: FastifyInstance,
  kernel: Kernel,
  module: C,
  handlers: Handlers<C>,
): void {
  for (const [name, row] of Object.entries(module)) {
    const handle = handlers[name] as (input: unknown, context: unknown) => unknown;
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const input = readInput(row, request);
      if (row.kind === 'upload')
        return send(reply, row.status, await runUpload(kernel, row, request, (upload) => handle(input, upload)));
      if (row.kind === 'act' || row.kind === 'acts') {
        const run = () =>
          row.kind === 'act'
            ? runAct(kernel, row, request, (act) => handle(input, act))
            : runActs(kernel, row, request, (acts) => handle(input, acts));
        return send(reply, row.status, await (row.takesTurns ? turns.take(request.caller!.id, run) : run()));
      }
      const read = async (db: Db) =>
        handle(input, {
          db,
          counts: kernel.counts,
          announce: kernel.announce,
          user: request.caller,
          language: request.language,
          address: request.ip,
          userAgent: (request.headers['user-agent'] ?? '').slice(0, MOST_OF_USER_AGENT),
          log: request.log,
          isDirect: !kernel.behindProxy,
          origin: `${request.protocol}://${request.host}`,
          cookie: (name: string) => readCookie(request.headers.cookie, name),
        });
      const fields = row.paged ? fieldsOf(row, input, request.caller) : undefined;
      const { replica, isReport } = kernel;
      const result = await (replica && isReport?.(row, input) ? replica.read(read) : read(kernel.db));
      if (result instanceof FileAnswer) return sendFile(reply, row, result);
      if (result instanceof Redirect) return redirect(reply, row, result);
      if (result instanceof FileStream) return sendStream(reply, row, result);
      if (row.paged)
        return answerPage(reply, { row, validates: kernel.validateAnswers }, result as Page<object>, fields);
      if (kernel.validateAnswers) validateAnswer(row, result);
      return send(reply, row.status, answerOf(result));
    };
    const options: RouteOptions = {
      method: row.method,
      url: row.path.replace(/\{(\w+)(:text)?\}/g, ':$1'),
      config: { needs: row.needs, uploads: row.uploads, takesFile: row.kind === 'upload' },
      ...(row.bodyLimit !== undefined && { bodyLimit: row.bodyLimit }),
      // The length of a file is known, and most files are compressed already.
      ...(row.files?.includes('application/octet-stream') && { compress: false as const }),
      handler: (request, reply) => inTurn(row, request, () => answer(request, reply)),
    };
    if (row.kind === 'upload') routeUpload(app, options);
    else app.route(options);
  }
}

function inTurn<T>(row: Endpoint, { caller }: FastifyRequest, run: () => Promise<T>): Promise<T> {
  if (!caller || row.takesTurns || row.kind === 'upload') return run();
  return (row.method === 'GET' ? reads : writes).take(caller.id, run);
}

/** A separate scope: its forms are read as a stream, those of other calls as a whole. */
function routeUpload(app: FastifyInstance, options: RouteOptions): void {
  app.register(async (scope) => {
    scope.removeContentTypeParser('multipart/form-data');
    await scope.register(fastifyMultipart, { throwFileSizeLimit: false });
    scope.route(options);
  });
}

function rowId(text: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2_147_483_647) throw notFound();
  return Number(text);
}

/** Parses `"3"` or `W/"3"`; any other value matches no version. */
function readVersion(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const found = /^(?:W\/)?"?(\d{1,10})"?$/.exec(header.trim());
  return found ? Number(found[1]) : -1;
}

function readOrRefuse(schema: z.ZodType, value: unknown, language: Language): unknown {
  const read = parse(schema, value, language);
  if (read.ok) return read.value;
  throw new RefusedInput(read.fields);
}

function withoutEmpty(query: unknown): object {
  return Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
}

function readInput(row: Endpoint, request: FastifyRequest) {
  const input: Record<string, unknown> = {
    version: readVersion(request.headers['if-match']),
    accept: acceptedFile(request.headers.accept, row.files),
  };
  const params = request.params as Record<string, string>;
  for (const { name, kind } of pathParameters(row.path))
    input[name] = kind === 'row' ? rowId(params[name]!) : params[name];
  if (row.query) {
    const query = readOrRefuse(row.query, withoutEmpty(request.query), request.language) as { limit?: number };
    if (row.paged) query.limit ??= row.most;
    input.query = query;
  }
  if (row.body) input.body = readOrRefuse(row.body, request.body ?? {}, request.language);
  return input;
}

function answerOf(result: unknown): Answer {
  return result === undefined ? { text: null } : { text: JSON.stringify(result), version: versionOf(result) };
}

/** The version of an entity. A field of that name with other content is ignored: a preference may have any name. */
function versionOf(answer: unknown): number | undefined {
  const version = (answer as { version?: unknown } | null)?.version;
  return Number.isInteger(version) ? (version as number) : undefined;
}

function answerAgain({ answer: text, activityId }: Remembered): Answer {
  return {
    text,
    activityId,
    version: text === null ? undefined : versionOf(JSON.parse(text)),
  };
}

/** Runs the act in one transaction: the idempotency key, the work, its activities and its answer. */
async function runAct(
  kernel: Kernel,
  row: Endpoint,
  request: FastifyRequest,
  handle: (act: Act) => unknown,
  file?: ReceivedFile,
): Promise<Answer> {
  const { answer, before } = await commitAct(kernel, actOf(row, request, file), async (act) => {
    const result = await handle(act);
    const body =
      act.warnings.length > 0 && result !== null && typeof result === 'object'
        ? { ...result, warnings: act.warnings }
        : result;
    if (kernel.validateAnswers) validateAnswer({ ...row, reply: withWarnings(row.reply) }, body);
    return { ...answerOf(body), ...(row.secrets && { remembered: withoutSecrets(row.secrets, body) }) };
  });
  return before ? answerAgain(before) : answer;
}

/** Receives a file, then runs one act. Removes the temporary files on every way out. */
async function runUpload(
  kernel: Kernel,
  row: Endpoint,
  request: FastifyRequest,
  handle: (upload: Upload) => unknown,
): Promise<Answer> {
  const caller = request.caller!;
  const end = beginUpload(caller.id);
  const folder = kernel.uploads;
  const files: string[] = [];
  const recorded = { ...folder, newPath: () => files[files.push(folder.newPath()) - 1]! };
  const upload: Upload = {
    db: kernel.db,
    user: caller,
    language: request.language,
    log: request.log,
    receive: (most) => receiveFile(request, recorded, { most }),
    commit: async (file, work) => (await runAct(kernel, row, request, work, file)) as never,
  };
  try {
    return (await handle(upload)) as Answer;
  } finally {
    end();
    await Promise.all(files.map((file) => folder.remove(file)));
  }
}

/** The answer that a retry gets: a secret is never stored. */
function withoutSecrets(secrets: readonly string[], body: unknown): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(body as object).filter(([field]) => !secrets.includes(field))),
  );
}

/** Runs several acts, each in a separate transaction. */
async function runActs(kernel: Kernel, row: Endpoint, request: FastifyRequest, handle: (acts: ManyActs) => unknown) {
  const result = await handle(manyActs(kernel, actOf(row, request), request.log));
  if (kernel.validateAnswers) validateAnswer(row, result);
  return answerOf(result);
}

/** @param file identifies the request instead of its body */
function actOf(row: Endpoint, request: FastifyRequest, file?: ReceivedFile) {
  const key = row.idempotent ? readKey(request.headers['idempotency-key']) : undefined;
  const user = request.caller!;
  const content = file ? file.sha256.toString('hex') : request.body;
  return {
    user,
    language: request.language,
    address: request.ip,
    managesUsers: row.needs === 'users.manage',
    claimed: key === undefined ? undefined : { key, print: fingerprint(request, content, user.capabilities) },
  };
}

function validateAnswer(row: Endpoint, answer: unknown): void {
  const seen: unknown = answer === undefined ? undefined : JSON.parse(JSON.stringify(answer));
  const read = row.reply.safeParse(seen);
  if (!read.success)
    throw new Error(`${row.method} ${row.path} gives an answer that does not match its row: ${read.error.message}`);
  if (!isDeepStrictEqual(read.data, seen))
    throw new Error(`${row.method} ${row.path} answers more fields than its row`);
}

function send(reply: FastifyReply, status: number, { text, version, activityId }: Answer) {
  reply.code(status);
  if (activityId) reply.header('x-activity-id', activityId);
  if (text === null) return reply.send();
  if (version !== undefined) reply.header('etag', `"${version}"`);
  return reply.type('application/json; charset=utf-8').send(text);
}

/** Returns the fields of a list that the caller asks for. @throws VALIDATION for one that the caller may not see */
function fieldsOf({ hidden = {} }: Endpoint, input: Record<string, unknown>, caller: Caller | null) {
  const { fields } = input.query as { fields?: readonly string[] };
  const mayNot = fields?.some((field) => Object.hasOwn(hidden, field) && !(caller && can(caller, hidden[field]!)));
  if (mayNot) throw invalid('fields', 'unknown');
  return fields;
}

/** Answers a page. A list may read more columns than `fields`, so they are left out here. */
function answerPage(
  reply: FastifyReply,
  { row, validates }: { row: Endpoint; validates: boolean },
  result: Page<object>,
  fields: readonly string[] | undefined,
) {
  const isWritten = result instanceof WrittenPage;
  const text = isWritten ? result.text : JSON.stringify(fields ? result.rows.map(pickerOf(fields)) : result.rows);
  if (validates) validateAnswer(fields ? { ...row, reply: narrowed(row.reply, fields) } : row, JSON.parse(text));
  return send(reply.header('x-total-count', result.total), row.status, { text });
}

function pickerOf(fields: readonly string[]) {
  return (whole: object) => {
    const picked: Record<string, unknown> = {};
    for (const field of fields)
      if (Object.hasOwn(whole, field)) picked[field] = (whole as Record<string, unknown>)[field];
    return picked;
  };
}

/** The schema of a list's rows with only these fields. */
function narrowed(reply: Endpoint['reply'], fields: readonly string[]): z.ZodType {
  const { shape } = (reply as z.ZodArray<z.ZodObject>).element;
  return z.array(z.object(Object.fromEntries(fields.map((field) => [field, shape[field]!]))));
}

function sendFile(reply: FastifyReply, row: Endpoint, file: FileAnswer) {
  if (!row.files?.includes(file.type))
    throw new Error(`${row.method} ${row.path} does not list the file type ${file.type}`);
  return reply
    .code(row.status)
    .type(file.type)
    .header('content-disposition', `${file.disposition}; filename="${file.name}"`)
    .send(file.content);
}

function redirect(reply: FastifyReply, row: Endpoint, { location, cookie }: Redirect) {
  if (cookie !== undefined) reply.header('set-cookie', cookie);
  return reply.code(row.status).header('location', location).send();
}

function readCookie(header: string | undefined, name: string): string | undefined {
  const found = header?.split(';').find((part) => part.trim().startsWith(`${name}=`));
  return found?.trim().slice(name.length + 1);
}

function sendStream(reply: FastifyReply, row: Endpoint, file: FileStream) {
  if (!row.files?.includes(file.type))
    throw new Error(`${row.method} ${row.path} does not list the file type ${file.type}`);
  return reply
    .code(row.status)
    .headers({ ...file.headers, 'content-type': file.type })
    .send(file.content);
}
