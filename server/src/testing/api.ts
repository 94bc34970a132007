/** Starts the whole server on a separate database and calls it over HTTP as each role. API tests use this. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import type { ProblemBody } from '@bobina/contract/core/errors.ts';
import { createApp, type AppOptions } from '../app/create-app.ts';
import { hashPassword } from '../areas/identity/passwords.ts';
import { createDb, type Db } from '../platform/database/db.ts';
import { closePool, createPool } from '../platform/database/pool.ts';
import { readMailSettings } from '../platform/outbox/mail/mail-settings.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import { createTestDatabase, type Fill } from './database.ts';
import { assertDocumented } from './documented-refusals.ts';

// oxlint-disable-next-line no-explicit-any -- tests read any response body
export type Answer<T = any> = { status: number; body: T; headers: Headers };
type Options = { headers?: Record<string, string>; body?: unknown; raw?: string | Uint8Array<ArrayBuffer> };
type Settings = Partial<Omit<AppOptions, 'databaseUrl'>>;
/** Settings of the server, and the initial rows of its database. */
export type ApiSettings = Settings & { fill?: Fill };

export interface Session {
  token: string;
  userId: number;
  // oxlint-disable no-explicit-any -- tests read any response body
  call<T = any>(method: string, path: string, options?: Options): Promise<Answer<T>>;
  get<T = any>(path: string, options?: Options): Promise<Answer<T>>;
  post<T = any>(path: string, body?: unknown, options?: Options): Promise<Answer<T>>;
  put<T = any>(path: string, body?: unknown, options?: Options): Promise<Answer<T>>;
  delete<T = any>(path: string, options?: Options): Promise<Answer<T>>;
  // oxlint-enable no-explicit-any
}
export interface Api extends Record<Role, Session> {
  url: string;
  /** The database as its owner, for changes that the role of the server may not make. */
  databaseUrl: string;
  /** Connections as the owner; the server connects as its own role. */
  db: Db;
  /** The server's own connections, for tests that observe its queries. */
  serverDb: Db;
  /** A session with this token, or without one for null. */
  as(token: string | null): Session;
  /** Signs in with username and password. */
  signIn(username: string, password?: string): Promise<Session>;
  /** Starts another server on the same database. @returns its URL, and the same sessions on it */
  another(settings?: Settings): Promise<{ url: string; as(token: string | null): Session; close(): Promise<void> }>;
}

export const PASSWORD = 'segreta-Prova-9';
/** Mail is set up, and nothing delivers it. */
export const TEST_MAIL = readMailSettings('smtp://127.0.0.1:9', 'Bobina <ufficio@bobina.example>')!;

/** Returns a session that sends `token`, or no token for null. It does not check that the token is valid. */
export function sessionOf(url: string, token: string | null, userId = 0): Session {
  const call = async (method: string, path: string, { headers = {}, body, raw }: Options = {}) => {
    const content = raw ?? (body === undefined ? undefined : JSON.stringify(body));
    const response = await fetch(`${url}/api${path}`, {
      method,
      headers: {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(content !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content !== undefined && { body: content }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const answered = isJson && text !== '' ? JSON.parse(text) : text || undefined;
    if (response.status >= 400) assertDocumented(method, path, answered?.code);
    return { status: response.status, body: answered, headers: response.headers };
  };
  return {
    token: token ?? '',
    userId,
    call,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { body, ...options }),
    put: (path, body, options) => call('PUT', path, { body, ...options }),
    delete: (path, options) => call('DELETE', path, options),
  };
}

/**
 * Starts the server before the file's tests and stops it after them; validates every response against the contract.
 * With TEST_LOG=1 the server logs the cause of every 500.
 * Signs in six users, one per role and named like it.
 */
export function startApi({ fill, ...settings }: ApiSettings = {}): Api {
  const api = {} as Api;
  let close = async () => {};
  before(async () => {
    const database = await createTestDatabase(fill);
    const listen = async (given: Settings) => {
      const { server, db: serverDb } = await createApp({
        databaseUrl: database.serverUrl,
        validateAnswers: true,
        mail: TEST_MAIL,
        ...(process.env.TEST_LOG && { logger: { level: 'error' } }),
        ...given,
      });
      return { server, serverDb, url: await server.listen({ port: 0, host: '127.0.0.1' }) };
    };
    const { server, serverDb, url } = await listen(settings);
    const pool = createPool(database.url, server.log);
    const db = createDb(pool);
    const password_hash = await hashPassword(PASSWORD);
    const given: Omit<Api, Role> = {
      url,
      databaseUrl: database.url,
      db,
      serverDb,
      as: (token) => sessionOf(url, token),
      signIn: async (username, password = PASSWORD) => {
        const answer = await sessionOf(url, null).post('/auth/login', { username, password });
        assert.equal(answer.status, 200, JSON.stringify(answer.body));
        return sessionOf(url, answer.body.token, answer.body.user.id);
      },
      another: async (other = {}) => {
        const more = await listen(other);
        return { url: more.url, as: (token) => sessionOf(more.url, token), close: () => more.server.close() };
      },
    };
    Object.assign(api, given);
    for (const role of ROLES) {
      const { id } = await db
        .insertInto('users')
        .values({ username: role, name: `Utente ${role}`, role, password_hash })
        .returning('id')
        .executeTakeFirstOrThrow();
      const { token } = await openSession(db, id);
      api[role] = sessionOf(url, token, id);
    }
    close = async () => {
      await server.close();
      await closePool(pool);
      await database.drop();
    };
  });
  after(() => close(), { timeout: 60_000 });
  return api;
}

/** Asserts the status and code of an error response, and the code of each named field. */
export function assertProblem(
  answer: Answer,
  status: number,
  code: ProblemBody['code'],
  fields?: Record<string, string>,
): void {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code, JSON.stringify(answer.body));
  assert.equal(answer.body.error, answer.body.message);
  if (fields)
    assert.deepEqual(
      Object.fromEntries(
        (answer.body.fields ?? []).map((field: { path: string; code: string }) => [field.path, field.code]),
      ),
      fields,
    );
}
