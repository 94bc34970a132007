import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract, Endpoint } from '@bobina/contract/core/endpoint.ts';
import type { ApiExample } from '../../platform/http/openapi.ts';

type Input = Pick<ApiExample, 'path' | 'query' | 'body'>;
// oxlint-disable-next-line no-explicit-any -- the scenario reads any response body
export type Run = (call: string, input?: Input) => Promise<any>;

const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)/g;
const FIXED_INSTANT = '2026-03-02T08:00:00.000Z';
/** Fields whose values differ between recordings. */
const FIXED: Record<string, string | number> = {
  token: 'mqGmZ2Xn3JQ0hVqkWk7Yw5b8l1uCw9tA',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  free_bytes: 74_000_000_000,
  seconds: 0.02,
};

/**
 * Runs calls of the contract in process and keeps the first response of each as its example. Replaces instants and
 * tokens by fixed ones, so that a second recording is equal. @returns `run`, which sends a call by its operation id
 * (`products.create`), and the examples by operation id
 */
export function createRecorder(server: FastifyInstance, token: () => string) {
  const rows = new Map<string, Endpoint>(
    Object.entries(contract as Record<string, Contract>).flatMap(([module, calls]) =>
      Object.entries(calls).map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
    ),
  );
  const examples: Record<string, ApiExample> = {};
  const run: Run = async (call, { path = {}, query = {}, body } = {}) => {
    const row = rows.get(call);
    assert.ok(row, `the contract has no call ${call}`);
    const url = row.path.replace(/\{(\w+)(:text)?\}/g, (_, name: string) => encodeURIComponent(path[name]!));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await server.inject({
      method: row.method,
      url: `/api${url}${search.size > 0 ? `?${search}` : ''}`,
      headers: { 'accept-language': 'en', ...(row.needs !== 'public' && { authorization: `Bearer ${token()}` }) },
      ...(body !== undefined && { payload: body as object }),
    });
    assert.equal(answer.statusCode, row.status, `${call}: ${answer.body}`);
    const isJson = /json/.test(String(answer.headers['content-type']));
    // A PDF contains the time of its creation, and a zip is no text.
    const isBinary = /pdf|zip/.test(String(answer.headers['content-type']));
    const content: unknown = answer.body === '' || isBinary ? undefined : isJson ? answer.json() : answer.body;
    examples[call] ??= {
      ...(Object.keys(path).length > 0 && { path }),
      ...(Object.keys(query).length > 0 && { query }),
      ...(body !== undefined && { body: withFixedValues(body) }),
      status: row.status,
      ...(content !== undefined && { answer: withFixedValues(content) }),
    };
    return content;
  };
  return { run, examples };
}

function withFixedValues(value: unknown): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) => FIXED[key] ?? inner);
  return JSON.parse(text.replaceAll(INSTANT, FIXED_INSTANT)) as unknown;
}
