/**
 * Generates requests to one call from its row in the contract. Most parts are valid, so that a request passes the first
 * check.
 */
import { pathParameters } from '@bobina/contract/core/endpoint.ts';
import fc from 'fast-check';
import { pathOf, type Call } from './calls.ts';
import {
  BROKEN_BODIES,
  CONTENT_TYPES,
  EXTRAS,
  hostileHeaders,
  hostileId,
  HOSTILE_NAMES,
  hostileParameter,
  jsonOf,
} from './hostile.ts';
import { likely, plain, schemaOf } from './likely.ts';
import { spoilt } from './spoil.ts';
import type { Request } from './wire.ts';
import type { Target, World } from './world.ts';

type Content = Pick<Request, 'content'> & { type?: string };

const FILE: Content = {
  content: '--fault\r\ncontent-disposition: form-data; name="file"; filename="x.txt"\r\n\r\nText\r\n--fault--\r\n',
  type: 'multipart/form-data; boundary=fault',
};

/** Generates requests to a call. @param token of the caller, read at each request */
export function requestsOf(call: Call, target: Target, world: World): fc.Arbitrary<(token: string) => Request> {
  return fc
    .record({
      path: pathsOf(call, target),
      query: rarely(fc.constant(''), queriesOf(call, world), call.row.query ? 6 : 1),
      headers: rarely(hostileHeaders, fc.constant({})),
      content: contentsOf(call, target, world),
    })
    .map(({ path, query, headers, content: { content, type = 'application/json' } }) => (token: string) => ({
      method: call.row.method,
      path: path + query,
      headers: {
        authorization: `Bearer ${token}`,
        ...(content !== undefined && { 'content-type': type }),
        ...headers,
      },
      ...(content !== undefined && { content }),
    }));
}

function rarely<T>(bad: fc.Arbitrary<T>, good: fc.Arbitrary<T>, weight = 6): fc.Arbitrary<T> {
  return fc.oneof({ weight, arbitrary: good }, { weight: 1, arbitrary: bad });
}

function pathsOf(call: Call, { path }: Target): fc.Arbitrary<string> {
  return fc
    .record(
      Object.fromEntries(
        pathParameters(call.row.path).map(({ name }) => [
          name,
          rarely<string | number>(hostileId, fc.constant(path[name]!), 10),
        ]),
      ),
    )
    .map((values) => pathOf(call, values as Record<string, string | number>));
}

function queriesOf({ row: { query } }: Call, world: World): fc.Arbitrary<string> {
  const { schema, definitions } = query ? schemaOf(query) : { schema: {}, definitions: {} };
  const known = Object.entries(schema.properties ?? {});
  const style = plain((key) => world.idsOf(key));
  const right = (of: fc.Arbitrary<unknown>) => of.map((value) => encodeURIComponent(String(value)));
  const one = fc.oneof(
    ...known.map(([name, of]) => fc.tuple(fc.constant(name), right(likely(of, definitions, style, name)))),
    fc.tuple(fc.constantFrom(...known.map(([name]) => name), ...HOSTILE_NAMES), hostileParameter),
  );
  return fc
    .array(one, { maxLength: query ? 5 : 1 })
    .map((pairs) => (pairs.length === 0 ? '' : `?${pairs.map(([name, value]) => `${name}=${value}`).join('&')}`));
}

function withExtra(text: string, extra: string) {
  return text.startsWith('{') ? text.replace('{', text === '{}' ? `{${extra}` : `{${extra},`) : text;
}

/** Writes the same member twice, the second time with another value. */
function doubled(text: string) {
  return text.startsWith('{"') ? `${text.slice(0, -1)},${text.slice(1)}` : text;
}

function contentsOf({ row }: Call, { body }: Target, world: World): fc.Arbitrary<Content> {
  if (row.method === 'GET') return fc.constant({});
  const broken = fc.constantFrom(...BROKEN_BODIES).map((content) => ({ content }));
  if (row.kind === 'upload') return rarely<Content>(broken, fc.constant(FILE));
  if (!row.body) return rarely<Content>(broken, fc.constant({}));
  const { schema, definitions } = schemaOf(row.body);
  const fromSchema = likely(
    schema,
    definitions,
    plain((key) => world.idsOf(key)),
  );
  const good = fc.oneof(fromSchema, fc.constant(body), fc.constant(body));
  const text = fc
    .tuple(
      spoilt(good),
      rarely(fc.constantFrom(...EXTRAS), fc.constant('')),
      rarely(fc.constant(true), fc.constant(false), 20),
    )
    .map(([value, extra, twice]) => {
      const json = extra ? withExtra(jsonOf(value), extra) : jsonOf(value);
      return { content: twice ? doubled(json) : json };
    });
  const otherType = fc.tuple(text, fc.constantFrom(...CONTENT_TYPES)).map(([sent, type]) => ({ ...sent, type }));
  return fc.oneof(
    { weight: 16, arbitrary: text },
    { weight: 1, arbitrary: broken },
    { weight: 1, arbitrary: otherType },
  );
}
