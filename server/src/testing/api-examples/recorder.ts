import assert from 'node:assert/strict';
import type { FastifyInstance } from 'fastify';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract, Endpoint } from '@bobina/contract/core/endpoint.ts';
import type { ApiExample } from '../../platform/http/openapi.ts';

interface Input extends Pick<ApiExample, 'path' | 'query' | 'body'> {
  /** Sent as a form. */
  file?: { name: string; content: string | Buffer };
}
// oxlint-disable-next-line no-explicit-any -- the scenario reads any response body
export type Run = (call: string, input?: Input) => Promise<any>;

/** Reads a stream of events until it names the row that `act` changes. */
export type Follow = (call: string, act: () => Promise<{ entity: string; id: number }>) => Promise<void>;

/** An entry that a call added to the activity log. */
export interface LoggedActivity {
  user_id: number;
  action: string;
  entity_type: string;
  entity_id: number | null;
  details: string;
  created_at: string;
}
/** A call that writes, and the entries that it added to the activity log, oldest first. */
export interface LoggedCall {
  call: string;
  activities: LoggedActivity[];
}

const INSTANT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|\+00:00)/g;
const FIXED_INSTANT = '2026-03-02T08:00:00.000Z';
/** Fields whose values differ between recordings. */
const FIXED: Record<string, unknown> = {
  token: 'mqGmZ2Xn3JQ0hVqkWk7Yw5b8l1uCw9tA',
  sha256: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  free_bytes: 74_000_000_000,
  seconds: 0.02,
  message_id: '<1e0c6f0a-3b56-4d0e-9f0b-2c5f4a1d7e11@bobina.example>',
};

/** The same for the secrets of a sign-in. */
const FIXED_SECRETS: Record<string, unknown> = {
  ...FIXED,
  ticket: 'p1Yk3v0rJ8mZq2XcTn5bWs7dLf9hGa4u',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/Bobina:admin?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Bobina&algorithm=SHA1&digits=6&period=30',
  recovery_codes: ['7k2p-x4mq-a9de-3fgh', 'n5rt-w8yz-b6cd-2jkl'],
  code: '492039',
  challenge: 'hV8nQ2kLw0xTz5sYb1Rc7Dm4Jf9Gp3AeUo6Ii-Kt_Xs',
  challenge_id: 'hV8nQ2kLw0xTz5sYb1Rc7Dm4Jf9Gp3AeUo6Ii-Kt_Xs',
  clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0',
  attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YQ',
  authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAg',
  signature: 'MEUCIQDq8nYzVx1m',
};

/** The secrets that other calls answer once. */
const FIXED_ONCE: Record<string, Record<string, unknown>> = {
  'calendars.create': { path: '/api/calendars/mqGmZ2Xn3JQ0hVqkWk7Yw5b8l1uCw9tA.ics' },
  'webhooks.create': { secret: 'whsec_mqGmZ2Xn3JQ0hVqkWk7Yw5b8l1uCw9tA' },
};
/** The part of an address that differs between recordings. */
const FIXED_PATHS: Record<string, Record<string, string>> = {
  'calendars.feed': { file: 'mqGmZ2Xn3JQ0hVqkWk7Yw5b8l1uCw9tA.ics' },
};

/**
 * Runs calls of the contract in process and keeps the first response of each as its example. Replaces instants and
 * tokens by fixed ones, so that a second recording is equal.
 * @param newActivities reads the entries of the activity log since its last call
 * @returns `run`, which sends a call by its operation id (`products.create`), `follow`, which reads a stream of events,
 * the examples by operation id, and the entries of each call that writes
 */
export function createRecorder(
  server: FastifyInstance,
  { token, newActivities }: { token: () => string; newActivities: () => Promise<LoggedActivity[]> },
) {
  const rows = new Map<string, Endpoint>(
    Object.entries(contract as Record<string, Contract>).flatMap(([module, calls]) =>
      Object.entries(calls).map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
    ),
  );
  const examples: Record<string, ApiExample> = {};
  const logged: LoggedCall[] = [];
  const rowOf = (call: string) => {
    const row = rows.get(call);
    assert.ok(row, `the contract has no call ${call}`);
    return row;
  };
  const run: Run = async (call, { path = {}, query = {}, body, file } = {}) => {
    const row = rowOf(call);
    const url = row.path.replace(/\{(\w+)(:text)?\}/g, (_, name: string) => encodeURIComponent(path[name]!));
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const answer = await server.inject({
      method: row.method,
      url: `/api${url}${search.size > 0 ? `?${search}` : ''}`,
      headers: {
        'accept-language': 'en',
        ...(file && { 'content-type': 'multipart/form-data; boundary=example' }),
        ...(row.needs !== 'public' && { authorization: `Bearer ${token()}` }),
      },
      ...(body !== undefined && { payload: body as object }),
      ...(file && { payload: formOf(file) }),
    });
    assert.equal(answer.statusCode, row.status, `${call}: ${answer.body}`);
    if (row.method !== 'GET') logged.push({ call, activities: await newActivities() });
    const isJson = /json/.test(String(answer.headers['content-type']));
    // A PDF contains the time of its creation, a mail its id, and a zip is binary.
    const isBinary = /pdf|zip|image|rfc822/.test(String(answer.headers['content-type']));
    const content: unknown = answer.body === '' || isBinary ? undefined : isJson ? answer.json() : answer.body;
    const fixed = call.startsWith('auth.') ? FIXED_SECRETS : { ...FIXED, ...FIXED_ONCE[call] };
    examples[call] ??= {
      ...(Object.keys(path).length > 0 && { path: { ...path, ...FIXED_PATHS[call] } }),
      ...(Object.keys(query).length > 0 && { query }),
      ...(body !== undefined && { body: withFixedValues(body, fixed) }),
      ...(file && { file: file.name }),
      status: row.status,
      ...(content === undefined && headersOf(answer.headers)),
      ...(content !== undefined && { answer: withFixedValues(content, fixed) }),
    };
    return content;
  };
  const follow: Follow = async (call, act) => {
    const { path, status } = rowOf(call);
    const authorization = `Bearer ${token()}`;
    const answer = await server.inject({ url: `/api${path}`, headers: { authorization }, payloadAsStream: true });
    assert.equal(answer.statusCode, status, call);
    const stream = answer.stream();
    const { entity, id } = await act();
    const opening: string[] = [];
    let text = '';
    for await (const part of stream.setEncoding('utf8')) {
      text += part;
      const frames = text.split(/(?<=\n\n)/);
      opening.push(...frames.filter((frame) => !opening.includes(frame) && !frame.startsWith('event: change')));
      // Changes of earlier acts may arrive first.
      const change = frames.find((frame) => frame.includes(`{"entity":"${entity}","id":${id},`));
      if (!change?.endsWith('\n\n')) continue;
      examples[call] ??= { status, answer: [...opening, change].join('') };
      break;
    }
  };
  return { run, follow, examples, logged };
}

/** The name of a file, or the address of a redirect. */
function headersOf(given: Record<string, unknown>): Pick<ApiExample, 'headers'> {
  const shown = ['content-disposition', 'location'].filter((name) => given[name] !== undefined);
  return shown.length > 0 ? { headers: Object.fromEntries(shown.map((name) => [name, String(given[name])])) } : {};
}

function formOf({ name, content }: { name: string; content: string | Buffer }): Buffer {
  const head = `--example\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(content as string), Buffer.from('\r\n--example--\r\n')]);
}

function withFixedValues(value: unknown, fixed: Record<string, unknown>): unknown {
  const text = JSON.stringify(value, (key, inner: unknown) => fixed[key] ?? inner);
  return JSON.parse(text.replaceAll(INSTANT, FIXED_INSTANT)) as unknown;
}
