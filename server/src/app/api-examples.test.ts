/**
 * Every call of the contract, made once by the scenario of the API examples: its example in the API reference, and its
 * entries in the activity log.
 */
import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import type { Contract, Endpoint } from '@bobina/contract/core/endpoint.ts';
import { ERROR_MEANINGS } from '@bobina/contract/core/error-meanings.ts';
import { ERRORS, type ErrorCode } from '@bobina/contract/core/errors.ts';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import { CHANGE_NEEDS } from '@bobina/contract/system/changes.ts';
import { documentedErrors, type ApiExample } from '../platform/http/openapi.ts';
import { actsOf, readActs } from '../testing/api-examples/acts.ts';
import { recordCalls } from '../testing/api-examples/record.ts';
import { startApi } from '../testing/api.ts';
import { assertDocumented } from '../testing/documented-refusals.ts';
import { readApiExamples } from './docs.ts';

const api = startApi();
const calls = Object.entries(contract as Record<string, Contract>).flatMap(([module, rows]) =>
  Object.entries(rows).map(([name, row]): [string, Endpoint] => [`${module}.${name}`, row]),
);
const began = Date.now();
const recorded = recordCalls();

/** Calls that write and have no entry in the activity log, by the reason. */
const UNLOGGED: Record<string, readonly string[]> = {
  'only computes or reads': ['materials.calculate', 'productionItems.printReport', 'productionLoading.previewLoad'],
  'a confirmation, a challenge or a new secret, before which nothing is changed': [
    'auth.askPasswordReset',
    'auth.confirm',
    'auth.passkeyOptions',
    'auth.passkeySignInOptions',
    'auth.startTotp',
  ],
  'a count is logged when it is posted, a pick when it is delivered': ['stockCounts.count', 'shipments.pick'],
  'of one user, no business data': ['preferences.update', 'notices.markRead'],
};
/** Entities that belong to one user: other programs are not notified of them. */
const PRIVATE = ['views', 'calendars'];
/** Creations, changes and deletions whose activity has another name. */
const OTHERWISE_LOGGED = ['mails.create', 'pallets.create'];
/** The module's acts are logged under the name of production. */
const PRODUCTION = ['productionOperations', 'productionScheduling'];

test('every call has an example in the API reference', () => {
  const names = calls.map(([name]) => name);
  const stored = Object.keys(readApiExamples());
  assert.deepEqual(
    {
      'to make in testing/api-examples/scenario.ts, then npm run api-examples': names.filter(
        (name) => !stored.includes(name),
      ),
      'stored, but not in the contract: npm run api-examples': stored.filter((name) => !names.includes(name)),
    },
    {
      'to make in testing/api-examples/scenario.ts, then npm run api-examples': [],
      'stored, but not in the contract: npm run api-examples': [],
    },
  );
});

test('the server answers every example of the API reference as shown (npm run api-examples writes them)', async () => {
  assert.deepEqual((await recorded).examples, readApiExamples());
});

test('R34 /api/docs gives each call a sentence, the request and the answer that the server just gave, and an explanation of each refusal', async () => {
  const { examples: answers } = await recorded;
  const { body: page } = await api.as(null).get<string>('/docs');
  const { paths } = (await api.as(null).get('/openapi.json')).body;
  for (const [name, row] of calls) {
    const from = page.indexOf(`<details id="${name}">`);
    assert.ok(from > 0, name);
    const section = page.slice(from, page.indexOf('</details>', from));
    assert.match(row.description, SENTENCE, name);
    assert.ok(section.includes(`<p>${asShown(row.description)}</p>`), `${name}: ${row.description}`);

    const example = answers[name]!;
    const messages = [...section.matchAll(/<pre>([\s\S]*?)<\/pre>/g)].map(([, text]) => plain(text!));
    assert.deepEqual(messages.map(sortQuery), [requestOf(row, example), answerOf(example)].map(sortQuery), name);
    // A call with a body shows one, and so does an answer with content.
    assert.equal('body' in example || 'file' in example, row.body !== undefined || row.kind === 'upload', name);
    assert.equal('answer' in example || 'headers' in example, row.status !== 204, name);

    const refusals = [...section.matchAll(/(?<=<td>|<br>)<code>(\w+)<\/code>: (.*?)(?=<br>|<\/td>)/g)];
    const explained = Object.fromEntries(refusals.map(([, code, text]) => [code, text]));
    const responses = paths[`/api${row.path.replaceAll(':text', '')}`][row.method.toLowerCase()].responses;
    const statuses = Object.keys(responses).filter((status) => Number(status) >= 400);
    assert.deepEqual(
      new Set(Object.keys(explained).map((code) => String(ERRORS[code as ErrorCode]))),
      new Set(statuses),
      name,
    );
    for (const code of documentedErrors(row)) {
      const text = row.refusals[code] ?? ERROR_MEANINGS[code];
      assert.match(text, SENTENCE, `${name}: ${code}`);
      assert.equal(explained[code], asShown(text), `${name}: ${code}`);
    }
  }
});

test('I05: every call that writes adds an activity of the caller: action, entity type, details, time', async () => {
  const { logged } = await recorded;
  const writing = calls.filter(([, { method }]) => method !== 'GET').map(([name]) => name);
  const silent = writing.filter((name) => logged.every(({ call, activities }) => call !== name || !activities.length));
  assert.deepEqual(silent.toSorted(), Object.values(UNLOGGED).flat().toSorted(), 'without an activity');
  for (const { call, activities } of logged)
    for (const { user_id, entity_type, entity_id, details, created_at } of activities) {
      const isPublic = calls.some(([name, { needs }]) => name === call && needs === 'public');
      if (!isPublic) assert.equal(user_id, 1, `${call} names the caller`);
      assert.ok(entity_type in CHANGE_NEEDS || PRIVATE.includes(entity_type), `${entity_type} is in CHANGE_NEEDS`);
      assert.ok(details !== '' || entity_id !== null, `${call} has details or an id`);
      const time = Date.parse(created_at);
      assert.ok(time > began - 60_000 && time < Date.now() + 60_000, `${call} has the time of the act`);
    }
});

test('creations, changes and deletions are logged as such, and the other acts as stored (npm run api-examples)', async () => {
  const acts = actsOf((await recorded).logged);
  for (const [name, { method, path }] of calls) {
    const [module, verb] = name.split('.') as [string, string];
    const action = { create: 'create', update: 'update', remove: 'delete' }[verb];
    const list = path.split('/{')[0]!;
    const isOfList = method === 'POST' ? path === list : path === `${list}/{id}`;
    if (!action || !isOfList || OTHERWISE_LOGGED.includes(name) || PRODUCTION.includes(module)) continue;
    const wanted = `${action} ${list.slice(1).replace('/', '-')}`;
    assert.ok(
      acts[name]?.some((text) => text.split(', ').includes(wanted)),
      `${name}: ${acts[name]?.join('; ')}`,
    );
  }
  assert.deepEqual(acts, readActs());
});

test('the interface names the action and the entity of every activity in three languages', async () => {
  const activities = (await recorded).logged.flatMap((one) => one.activities);
  const words = new Set(
    activities.flatMap(({ action, entity_type }) => [`actions.${action}`, `entities.${entity_type}`]),
  );
  for (const language of LANGUAGES) {
    const read = (file: string) =>
      JSON.parse(readFileSync(new URL(`../../../web/src/${file}`, import.meta.url), 'utf8'));
    const { actions, entities } = read(`areas/identity/${language}.json`);
    const screens = Object.assign(
      {},
      ...globSync(`areas/*/guide/${language}.json`, { cwd: new URL('../../../web/src', import.meta.url) }).map(read),
    );
    const titles = Object.keys(screens).map((key) => key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`));
    const known = [
      ...Object.keys(actions).map((key) => `actions.${key}`),
      ...[...Object.keys(entities), ...titles].map((key) => `entities.${key}`),
    ];
    assert.deepEqual(
      [...words].filter((word) => !known.includes(word)),
      [],
      language,
    );
  }
});

test('an API test fails when a call answers a refusal that the reference does not explain', () => {
  assertDocumented('PUT', '/products/7?x=1', 'STALE_VERSION');
  assertDocumented('GET', '/nowhere', 'NOT_FOUND');
  assert.throws(() => assertDocumented('GET', '/products/7', 'IN_USE'), /products\.get answers IN_USE/);
  assert.throws(() => assertDocumented('GET', '/products', 'NOT_FOUND'), /products\.list answers NOT_FOUND/);
});

/** One or several full sentences. */
const SENTENCE = /^[A-Z`][^\n]{10,}\.$/;

/** A text of the page with its code spans. */
function asShown(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
  return text.replace(/[&<>"']/g, (char) => entities[char]!);
}

function plain(html: string): string {
  const chars: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'" };
  return html.replace(/&(?:amp|lt|gt|quot|#39);/g, (entity) => chars[entity]!);
}

function requestOf(row: Endpoint, { path = {}, query = {}, body, file }: ApiExample): string {
  const address = row.path.replace(/\{(\w+)(:text)?\}/g, (_, name: string) => String(path[name]));
  const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
  return message(`${row.method} /api${address}${search.size > 0 ? `?${search}` : ''}`, body ?? (file && { file }));
}

/** The page gives parameters in the order of the contract. */
function sortQuery(text: string): string {
  return text.replace(/(?<=^\w+ \/\S*\?)\S+/, (query) => query.split('&').toSorted().join('&'));
}

function answerOf({ status, headers = {}, answer }: ApiExample): string {
  const shown = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  return message([status, ...shown].join('\n'), answer);
}

function message(head: string, body: unknown): string {
  if (body === undefined) return head;
  return `${head}\n\n${typeof body === 'string' ? body : JSON.stringify(body, null, 2)}`;
}
