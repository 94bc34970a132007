/** The whole server on a database of its own, spoken to over HTTP as each role: what API tests stand on. */
import assert from 'node:assert/strict';
import { after, before } from 'node:test';
import { ROLES, type Role } from '@bobina/contract/core/permissions.ts';
import type { ProblemBody } from '@bobina/contract/core/errors.ts';
import { createApp } from '../app/create-app.ts';
import { hashPassword } from '../areas/identity/passwords.ts';
import type { Db } from '../platform/database/db.ts';
import { openSession } from '../platform/sessions/sessions.ts';
import { createTestDatabase } from './database.ts';

// oxlint-disable-next-line no-explicit-any -- a test looks into whatever is answered
type Answer<T = any> = { status: number; body: T; headers: Headers };
type Options = { headers?: Record<string, string>; body?: unknown; raw?: string };

export interface Session {
  token: string;
  userId: number;
  // oxlint-disable no-explicit-any -- as above
  get<T = any>(path: string, options?: Options): Promise<Answer<T>>;
  post<T = any>(path: string, body?: unknown, options?: Options): Promise<Answer<T>>;
  put<T = any>(path: string, body?: unknown, options?: Options): Promise<Answer<T>>;
  delete<T = any>(path: string, options?: Options): Promise<Answer<T>>;
  // oxlint-enable no-explicit-any
}
export interface Api extends Record<Role, Session> {
  url: string;
  databaseUrl: string;
  db: Db;
  /** Nobody, or whoever bears this token. */
  as(token: string | null): Session;
}

export const PASSWORD = 'segreta-Prova-9';

const sessionOf = (url: string, token: string | null, userId = 0): Session => {
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
    return { status: response.status, body: isJson && text !== '' ? JSON.parse(text) : text || undefined, headers: response.headers };
  };
  return {
    token: token ?? '',
    userId,
    get: (path, options) => call('GET', path, options),
    post: (path, body, options) => call('POST', path, { body, ...options }),
    put: (path, body, options) => call('PUT', path, { body, ...options }),
    delete: (path, options) => call('DELETE', path, options),
  };
};

/**
 * Starts the server before the file's tests and ends it after them; every answer is held against the contract.
 * The six users, one per role and named like it, are signed in.
 */
export const startApi = (): Api => {
  const api = {} as Api;
  let close = async () => {};
  before(async () => {
    const database = await createTestDatabase();
    const { server, db } = await createApp({ databaseUrl: database.url, validateAnswers: true });
    const url = await server.listen({ port: 0, host: '127.0.0.1' });
    const password_hash = await hashPassword(PASSWORD);
    Object.assign(api, { url, databaseUrl: database.url, db, as: (token: string | null) => sessionOf(url, token) });
    for (const role of ROLES) {
      const { id } = await db
        .insertInto('users')
        .values({ username: role, name: `Utente ${role}`, role, password_hash })
        .returning('id')
        .executeTakeFirstOrThrow();
      api[role] = sessionOf(url, await openSession(db, id), id);
    }
    close = async () => {
      await server.close();
      await database.drop();
    };
  });
  after(() => close());
  return api;
};

/** Holds a refusal to its status and code, and to the code of each named field. */
export const assertProblem = (answer: Answer, status: number, code: ProblemBody['code'], fields?: Record<string, string>): void => {
  assert.equal(answer.status, status, JSON.stringify(answer.body));
  assert.equal(answer.body.code, code, JSON.stringify(answer.body));
  assert.equal(answer.body.error, answer.body.message);
  if (fields) assert.deepEqual(Object.fromEntries((answer.body.fields ?? []).map((field: { path: string; code: string }) => [field.path, field.code])), fields);
};
