import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api } from '../src/lib/api/api.ts';
import { createIntention } from '../src/lib/api/keys.ts';
import { ApiProblem } from '../src/lib/api/problem.ts';
import { connection } from '../src/lib/connection.ts';
import { session } from '../src/lib/session.ts';

const sent = vi.fn<(url: string, init: RequestInit) => Promise<Response>>();
function headersOf(call: number) {
  return sent.mock.calls[call]![1].headers as Record<string, string>;
}
function answer(body: unknown, init: ResponseInit = {}) {
  return new Response(JSON.stringify(body), init);
}
const user = { id: 1, username: 'anna', name: 'Anna', role: 'admin' as const, permissions: [] };

beforeEach(() => {
  vi.stubGlobal('fetch', sent);
  sent.mockReset();
  session.begin('secret', user);
});
afterEach(() => {
  connection.works();
  vi.unstubAllGlobals();
});

const vat = { body: { code: '22', rate: 22 } };

test('one input is one intention: the same key however often it is sent', async () => {
  sent.mockImplementation(async () => answer({ id: 1 }, { status: 201 }));
  const input = { ...vat };
  await api.vatCodes.create(input);
  await api.vatCodes.create(input);
  await api.vatCodes.create({ ...vat });
  const keys = [0, 1, 2].map((call) => headersOf(call)['idempotency-key']);
  expect(keys[0]).toMatch(/^[\da-f]{32}$/);
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

test('a form keeps its key while its content stays, and takes another after a success', () => {
  const intention = createIntention();
  const first = intention.keyFor({ code: 'A' });
  expect(intention.keyFor({ code: 'A' })).toBe(first);
  expect(intention.keyFor({ code: 'B' })).not.toBe(first);
  const second = intention.keyFor({ code: 'B' });
  intention.done();
  expect(intention.keyFor({ code: 'B' })).not.toBe(second);
});

test('a broken connection is tried again with the same key', async () => {
  sent.mockRejectedValueOnce(new TypeError('network')).mockResolvedValueOnce(answer({ id: 1 }, { status: 201 }));
  await expect(api.vatCodes.create({ ...vat })).resolves.toEqual({ id: 1 });
  expect(sent).toHaveBeenCalledTimes(2);
  expect(headersOf(1)['idempotency-key']).toBe(headersOf(0)['idempotency-key']);
});

test('carries the bearer, the language, the version and the filters', async () => {
  sent
    .mockResolvedValueOnce(answer([{ id: 7 }], { headers: { 'x-total-count': '420' } }))
    .mockResolvedValueOnce(answer({ id: 7 }));
  await expect(api.products.list({ query: { q: 'carta & film', status: 'active', limit: 100 } })).resolves.toEqual({
    rows: [{ id: 7 }],
    total: 420,
  });
  expect(sent.mock.calls[0]![0]).toBe('/api/products?q=carta+%26+film&status=active&limit=100');
  expect(headersOf(0)).toMatchObject({ authorization: 'Bearer secret', 'accept-language': 'it' });
  await api.vatCodes.update({ id: 7, version: 3, ...vat });
  expect(headersOf(1)['if-match']).toBe('"3"');
});

test('a refusal is an ApiProblem with its fields', async () => {
  const fields = [{ path: 'code', code: 'exists', message: 'Già esistente' }];
  sent.mockResolvedValueOnce(answer({ code: 'CODE_EXISTS', message: 'Codice già esistente', fields }, { status: 409 }));
  const problem = await api.vatCodes.create({ ...vat }).catch((error: unknown) => error);
  expect(problem).toBeInstanceOf(ApiProblem);
  expect(problem).toMatchObject({ code: 'CODE_EXISTS', status: 409, message: 'Codice già esistente', fields });
});

test('a 401 ends the session and keeps what the server said', async () => {
  sent.mockResolvedValueOnce(answer({ code: 'USER_INACTIVE', message: 'La tua sessione è scaduta.' }, { status: 401 }));
  await expect(api.company.get()).rejects.toMatchObject({ code: 'USER_INACTIVE' });
  expect(session.token()).toBeNull();
  expect(session.notice()).toBe('La tua sessione è scaduta.');
});

test('a late answer is a TIMEOUT, and is not sent again', async () => {
  sent.mockImplementation(
    (_url, { signal }) =>
      new Promise((_resolve, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error))),
  );
  await expect(api.company.get(undefined, { timeout: 20 })).rejects.toMatchObject({ code: 'TIMEOUT', status: 0 });
  expect(sent).toHaveBeenCalledTimes(1);
});
