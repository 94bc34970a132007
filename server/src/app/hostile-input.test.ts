import assert from 'node:assert/strict';
import { before, describe, test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import fc from 'fast-check';
import { z } from 'zod';
import { openSession } from '../platform/sessions/sessions.ts';
import { startApi, type Answer, type Session } from '../testing/api.ts';
import {
  createCustomer,
  createCustomerOrder,
  createInvoice,
  createMachine,
  createMovement,
  createOperation,
  createPackingList,
  createProduct,
  createScheduling,
  createSupplier,
  createWarehouse,
  loadBody,
} from '../testing/factories.ts';

/**
 * Whatever is sent, the answer is never a 5xx and always in the one shape: bodies are made from each call's own schema,
 * mostly right and partly hostile, so that they get past the first check. What is accepted is held against the reply.
 */
const api = startApi();
const calls: [string, Endpoint][] = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows).map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
);
const RUNS = 25;

/** Goes into the JSON as it stands, for what JSON.stringify cannot write. */
const raw = (json: string) => `@@${json}@@`;
const HOSTILE: unknown[] = [
  ...[
    '1e308',
    '-1e308',
    '1e400',
    '-0',
    '0.000001',
    '1.123456',
    '9007199254740993',
    '2147483648',
    '-2147483649',
    '9999999999.99999',
    '10000000000',
    '5e-324',
  ].map(raw),
  ...[
    '',
    ' ',
    '\u0000',
    'a\u0000b',
    '\u0007',
    'a\nb',
    '\ud800',
    'a\udc00b',
    '\u202eabc',
    '\ufeff',
    '\ufffe',
    '%',
    '_',
    '\\',
    "'; drop table users; --",
    '{{7*7}}',
    '=1+1',
    '<img src=x onerror=alert(1)>',
  ],
  ...[
    '1',
    '0',
    '-1',
    '1e3',
    'NaN',
    'Infinity',
    'true',
    'null',
    '2026-02-30',
    '0000-00-00',
    '9999-12-31',
    '2026-01-01T00:00:00Z',
    '../../etc/passwd',
    '__proto__',
    'constructor',
  ],
  ...[
    'x'.repeat(201),
    'é'.repeat(10_001),
    '🧻'.repeat(120),
    'a@b',
    `${'a@'.repeat(50)}b.c`,
    `${'a.'.repeat(99)}@${'b.'.repeat(99)}`,
  ],
  ...[null, true, false, 0, 1, -1, [], {}, [[]], [null], { id: 1 }, { toString: 'x' }, ['a', 'b']],
];
const GREAT = 'x'.repeat(900_000);

type JsonSchema = {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  required?: string[];
  $ref?: string;
  allOf?: JsonSchema[];
};

/** What the schema asks for, more or less. */
const likely = (schema: JsonSchema, definitions: Record<string, JsonSchema>): fc.Arbitrary<unknown> => {
  if (schema.$ref) return likely(definitions[schema.$ref.split('/').at(-1)!]!, definitions);
  if (schema.allOf) return likely(schema.allOf[0]!, definitions);
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map((one) => likely(one, definitions)));
  if (schema.enum) return fc.constantFrom(...schema.enum);
  if (schema.const !== undefined) return fc.constant(schema.const);
  switch (schema.type) {
    case 'object':
      return bodies(schema, definitions);
    case 'array':
      return fc.array(mostly(likely(schema.items ?? {}, definitions)), { maxLength: 4 });
    case 'integer':
      return fc.oneof(fc.constant(1), fc.nat(7), fc.nat());
    case 'number':
      return fc.oneof(
        fc.nat(100),
        fc.nat(100_000).map((n) => n / 1000),
      );
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      if (schema.format === 'date') return fc.constantFrom('2026-01-01', '2024-02-29', '2026-12-31');
      return fc.constantFrom(
        ...(schema.pattern ? ['mario@example.com', 'IT', 'N2.1'] : ['a', 'Carta 80 g', 'IT', '00743110157', '密码🧻']),
      );
  }
};
const hostile = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...HOSTILE) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.double() },
);
const mostly = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: hostile });
/** A good body with at most three of its fields spoilt: one that is bad all over tests its first check alone. */
const bodies = (
  { properties = {}, required = [] }: JsonSchema,
  definitions: Record<string, JsonSchema>,
): fc.Arbitrary<Record<string, unknown>> => {
  const keys = Object.keys(properties);
  const good = fc.record(
    Object.fromEntries(
      Object.entries(properties).map(([key, schema]) => [
        key,
        required.includes(key)
          ? likely(schema, definitions)
          : fc.option(likely(schema, definitions), { nil: undefined }),
      ]),
    ),
  );
  if (keys.length === 0) return good;
  return fc
    .tuple(good, fc.array(fc.tuple(fc.constantFrom(...keys), hostile), { maxLength: 3 }))
    .map(([body, spoilt]) => ({ ...body, ...Object.fromEntries(spoilt) }));
};
const schemaOf = (row: Endpoint): [JsonSchema, Record<string, JsonSchema>] => {
  const { $defs = {}, properties } = z.toJSONSchema(z.object({ it: row.body! }), {
    io: 'input',
    unrepresentable: 'any',
  }) as unknown as { $defs?: Record<string, JsonSchema>; properties: { it: JsonSchema } };
  const top = properties.it;
  return [top.$ref ? $defs[top.$ref.split('/').at(-1)!]! : top, $defs];
};

const jsonOf = (body: Record<string, unknown>, extra: string) => {
  const text = JSON.stringify(body).replace(/"@@(.+?)@@"/g, '$1');
  return extra === '' ? text : text.replace('{', text === '{}' ? `{${extra}` : `{${extra},`);
};
const EXTRAS = [
  '',
  '',
  '',
  '',
  '"__proto__":{"role":"admin"}',
  '"constructor":{"prototype":{"x":1}}',
  '"__proto__":null',
  '"id":999,"created_by":999,"deleted_at":"2026-01-01","version":"x"',
];

/** What one act did to its own session is undone before the next. */
let session: Session;
const renew = async () => {
  session = api.as((await openSession(api.db, api.admin.userId)).token);
};
const assertNever5xx = (answer: Answer, what: string) => {
  assert.ok(answer.status < 500, `${answer.status} ${JSON.stringify(answer.body)} to ${what.slice(0, 500)}`);
  if (answer.status >= 400) assert.equal(typeof answer.body.code, 'string', what.slice(0, 500));
  assert.notEqual(answer.status, 408);
};

describe('no body is answered by a 5xx', { timeout: 120_000 }, () => {
  before(async () => {
    await createSupplier(api.admin);
    await createCustomer(api.admin);
    await createWarehouse(api.admin);
    await createMachine(api.admin);
    const product = await createProduct(api.admin);
    const line = { product_id: product.id, quantity: 100_000, unit_price: 1 };
    const order = await createCustomerOrder(
      api.admin,
      1,
      Array.from({ length: 8 }, () => line),
    );
    for (const { id } of order.items) {
      await createOperation(api.admin, id, 1);
      await createScheduling(api.admin, id, 1, 1);
    }
    await createMovement(api.admin, loadBody(product.id, 1, 5000));
    const packed = { customer_id: 1, order_id: order.id };
    const item = { order_item_id: order.items[0]!.id, quantity: 10, warehouse_id: 1 };
    for (let made = 0; made < 2; made++) await createPackingList(api.admin, { ...packed, items: [item] });
    await createInvoice(api.admin, 1);
  });
  for (const [name, row] of calls.filter(([, { body }]) => body))
    test(name, async () => {
      const path = pathParameters(row.path).reduce(
        (text, { name: parameter }) => text.replace(new RegExp(`\\{${parameter}(:text)?\\}`), '1'),
        row.path,
      );
      await renew();
      const send = async (content: string) => {
        const answer = await session.call(row.method, path, { raw: content });
        assertNever5xx(answer, `${row.method} ${path} ${content}`);
        if (answer.status === 401) await renew();
      };
      const [schema, definitions] = schemaOf(row);
      await fc.assert(
        fc.asyncProperty(bodies(schema, definitions), fc.constantFrom(...EXTRAS), (body, extra) =>
          send(jsonOf(body, extra)),
        ),
        { numRuns: RUNS, seed: 20_260_101, interruptAfterTimeLimit: 20_000 },
      );
      for (const key of Object.keys(schema.properties ?? {}).slice(0, 3)) await send(JSON.stringify({ [key]: GREAT }));
      await send(
        JSON.stringify({
          ...Object.fromEntries(Object.keys(schema.properties ?? {}).map((key) => [key, { $ne: null }])),
        }),
      );
    });
});

describe('no query is answered by a 5xx', { timeout: 60_000 }, () => {
  for (const [name, row] of calls.filter(([, { query, method }]) => query && method === 'GET'))
    test(name, async () => {
      await renew();
      const path = pathParameters(row.path).reduce(
        (text, { name: parameter }) => text.replace(new RegExp(`\\{${parameter}(:text)?\\}`), '1'),
        row.path,
      );
      const names = Object.keys((row.query as unknown as { shape: object }).shape);
      const value = fc.oneof(
        fc.constantFrom(...HOSTILE.filter((one) => typeof one === 'string' && one.isWellFormed())),
        fc.constantFrom('true', '1', '-1', 'active', '2026-01-01'),
        fc.string({ unit: 'binary', maxLength: 20 }),
      );
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.tuple(fc.constantFrom(...names, '__proto__', 'q[]', 'q[$ne]'), value), { maxLength: 5 }),
          async (given) => {
            const query = given
              .map(
                ([key, text]) =>
                  `${encodeURIComponent(key)}=${encodeURIComponent(String(text).toWellFormed().slice(0, 3000))}`,
              )
              .join('&');
            assertNever5xx(await session.get(`${path}?${query}`), `${path}?${query}`);
          },
        ),
        { numRuns: RUNS, seed: 20_260_101, interruptAfterTimeLimit: 10_000 },
      );
    });
});

test('a prototype in a body is plain data that is ignored', async () => {
  await renew();
  const answer = await session.post('/machines', undefined, {
    raw: '{"code":"proto","description":"x","__proto__":{"area":"sneaked in"},"constructor":{"area":"too"}}',
  });
  assert.deepEqual([answer.status, answer.body.area], [201, null]);
  assert.equal(({} as { area?: string }).area, undefined);
});
