import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import { pathParameters, type Contract, type Endpoint } from '@bobina/contract/core/endpoint.ts';
import { ERRORS } from '@bobina/contract/core/errors.ts';
import { startApi, type Answer } from '../testing/api.ts';
import { createProduct } from '../testing/factories.ts';

const api = startApi();
const calls: [string, Endpoint][] = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows).map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
);
let answered: Promise<Answer> | undefined;
/** Reads the document once: it has more than a megabyte, and there is a test for every call. */
async function read() {
  answered ??= api.as(null).get('/openapi.json');
  return (await answered).body;
}
function operationOf(document: Awaited<ReturnType<typeof read>>, row: Endpoint) {
  return document.paths[`/api${row.path.replaceAll(':text', '')}`]?.[row.method.toLowerCase()];
}

describe('GET /openapi.json', () => {
  test('is an OpenAPI 3.1 document, open to all', async () => {
    const answer = await api.as(null).get('/openapi.json');
    assert.equal(answer.status, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^application\/json/);
    assert.match(answer.body.openapi, /^3\.1\.\d+$/);
    for (const field of ['title', 'version']) assert.equal(typeof answer.body.info[field], 'string');
    assert.deepEqual(answer.body.components.securitySchemes, { bearer: { type: 'http', scheme: 'bearer' } });
  });
  test('contains exactly the calls of the contract', async () => {
    const document = await read();
    const named = Object.values(document.paths as Record<string, Record<string, { operationId: string }>>).flatMap(
      (methods) => Object.values(methods).map(({ operationId }) => operationId),
    );
    assert.deepEqual(named.toSorted(), calls.map(([name]) => name).toSorted());
  });
  for (const [name, row] of calls)
    test(`describes ${name}: its parameters, body, answer, permission and errors`, async () => {
      const operation = operationOf(await read(), row);
      assert.deepEqual(
        [operation.operationId, operation.summary, operation.description],
        [name, row.summary, row.description],
      );
      const named = (place: string) =>
        operation.parameters
          .filter((parameter: { in: string }) => parameter.in === place)
          .map((parameter: { name: string }) => parameter.name);
      assert.deepEqual(
        named('path'),
        pathParameters(row.path).map((parameter) => parameter.name),
      );
      assert.equal((row.path.match(/\{/g) ?? []).length, named('path').length);
      if (row.query) assert.deepEqual(named('query'), Object.keys((row.query as unknown as { shape: object }).shape));
      assert.equal(named('header').includes('Idempotency-Key'), row.idempotent);
      assert.equal(operation.requestBody !== undefined, row.body !== undefined || row.kind === 'upload');
      if (row.needs === 'public') assert.deepEqual(operation.security, []);
      else assert.equal(operation['x-needs'], row.needs);
      const answer = operation.responses[row.status];
      assert.ok(answer.description);
      // Neither an empty answer nor a redirect has content.
      assert.equal(answer.content !== undefined, row.status !== 204 && row.status !== 302);
      if (row.paged) assert.ok(answer.headers['X-Total-Count']);
      const documented = Object.entries(operation.responses as Record<string, { description: string }>)
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, { description }]) =>
          [...description.matchAll(/^`(\w+)`: \S/gm)].map(([, code]) => [code!, Number(status)] as const),
        );
      for (const [code, status] of documented) assert.equal(ERRORS[code as keyof typeof ERRORS], status, code);
      for (const code of row.errors)
        assert.ok(operation.responses[ERRORS[code]].description.includes(`\`${code}\`: ${row.refusals[code]}`), code);
    });
  test('has no broken references and no unused schemas', async () => {
    const document = await read();
    const text = JSON.stringify(document);
    const referred = new Set([...text.matchAll(/"\$ref":"([^"]+)"/g)].map(([, ref]) => ref!));
    for (const ref of referred)
      assert.ok(document.components.schemas[/^#\/components\/schemas\/(\w+)$/.exec(ref)?.[1] ?? ''], ref);
    for (const name of Object.keys(document.components.schemas))
      assert.ok(referred.has(`#/components/schemas/${name}`), name);
    assert.doesNotMatch(text, /\$defs|"\$schema"/);
  });
  test('has valid JSON Schemas', async () => {
    const TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array', 'null'];
    const walk = (schema: unknown): void => {
      if (typeof schema !== 'object' || schema === null) return;
      const { type, required, properties = {}, items, anyOf, allOf } = schema as Record<string, never>;
      for (const one of [type ?? []].flat()) assert.ok(TYPES.includes(one), String(one));
      if (required) for (const key of required as string[]) assert.ok(Object.hasOwn(properties, key), key);
      for (const one of [...Object.values(properties), items, ...(anyOf ?? []), ...(allOf ?? [])]) walk(one);
    };
    const document = await read();
    for (const schema of Object.values(document.components.schemas)) walk(schema);
    for (const [, row] of calls) {
      const { parameters, requestBody, responses } = operationOf(document, row);
      for (const { schema } of parameters) walk(schema);
      for (const { content = {} } of [requestBody ?? {}, ...Object.values<{ content?: object }>(responses)])
        for (const { schema } of Object.values<{ schema: unknown }>(content)) walk(schema);
    }
  });
  test('describes a product as the API answers it', async () => {
    const { Product } = (await read()).components.schemas;
    const product = await createProduct(api.admin);
    assert.deepEqual(Object.keys(Product.properties).toSorted(), Object.keys(product).toSorted());
    assert.deepEqual(Product.required.toSorted(), Object.keys(product).toSorted());
  });
});

describe('GET /docs', () => {
  test('is a self-contained page without scripts, open to all', async () => {
    const answer = await api.as(null).get('/docs');
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('content-type'), 'text/html; charset=utf-8');
    assert.match(answer.body, /^<!doctype html>/);
    // Recorded XML names namespaces, which are addresses: inside <pre> everything is plain text.
    const examples = [...answer.body.matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map(([, text]) => text!);
    assert.ok(examples.length > 100);
    for (const text of examples) assert.doesNotMatch(text, /[<>]/);
    const page = answer.body.replace(/<pre>[\s\S]*?<\/pre>/g, '');
    assert.doesNotMatch(page, /<script|<link|<img|<iframe|\bsrc=|\bon\w+=|javascript:|url\(|@import|https?:/i);
    assert.match(answer.headers.get('content-security-policy') ?? '', /style-src 'self' 'unsafe-inline'/);
  });
  test('shows every call with its module, path, summary, permission and errors', async () => {
    const { body } = await api.as(null).get('/docs');
    const plain = (text: string) => text.replace(/&/g, '&amp;').replace(/'/g, '&#39;').replace(/"/g, '&quot;');
    for (const [name, row] of calls) {
      const from = body.indexOf(`<details id="${name}">`);
      assert.ok(from > 0, name);
      const shown = body.slice(from, body.indexOf('</details>', from));
      assert.ok(shown.includes(row.method) && shown.includes(`/api${row.path.replaceAll(':text', '')}`), name);
      assert.ok(shown.includes(plain(row.summary)), row.summary);
      assert.ok(shown.includes('<dt>Example</dt>'), `${name} shows an example`);
      assert.equal(shown.includes('<pre>undefined'), false);
      assert.ok(
        shown.includes(
          row.needs === 'public'
            ? 'anybody'
            : row.needs === 'signed-in'
              ? 'any signed-in user'
              : `<code>${row.needs}</code>`,
        ),
        row.needs,
      );
      for (const code of row.errors) assert.ok(shown.includes(code), code);
      for (const { name: parameter } of pathParameters(row.path))
        assert.ok(shown.includes(`<code>${parameter}</code>`));
    }
    for (const module of Object.keys(contract)) assert.ok(body.includes(`<section id="${module}">`));
  });
  test('has no broken links', async () => {
    const { body } = await api.as(null).get('/docs');
    const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    assert.equal(ids.size, [...body.matchAll(/ id="/g)].length, 'no id twice');
    for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), target);
    assert.deepEqual(
      [...body.matchAll(/href="([^#"][^"]*)"/g)].map(([, target]) => target),
      ['openapi.json'],
    );
  });
});
