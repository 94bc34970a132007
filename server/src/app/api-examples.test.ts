import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contract } from '@bobina/contract/contract.ts';
import { recordExamples } from '../testing/api-examples/record.ts';
import { readApiExamples } from './docs.ts';

/** An event stream has no complete answer to show, and a delivery is made after the acts of the examples. */
const WITHOUT_EXAMPLE = ['system.events', 'webhooks.again'];

test('every call has an example in the API reference', () => {
  const calls = Object.entries(contract).flatMap(([module, rows]) =>
    Object.keys(rows).map((name) => `${module}.${name}`),
  );
  const stored = Object.keys(readApiExamples());
  assert.deepEqual(
    {
      'to make in testing/api-examples/scenario.ts, then npm run api-examples': calls.filter(
        (name) => !WITHOUT_EXAMPLE.includes(name) && !stored.includes(name),
      ),
      'stored, but not in the contract: npm run api-examples': stored.filter((name) => !calls.includes(name)),
    },
    {
      'to make in testing/api-examples/scenario.ts, then npm run api-examples': [],
      'stored, but not in the contract: npm run api-examples': [],
    },
  );
});

test('the server answers every example of the API reference as shown (npm run api-examples writes them)', async () => {
  assert.deepEqual(await recordExamples(), readApiExamples());
});

test('every call has descriptions of its purpose and of each error, in full sentences', () => {
  for (const [module, rows] of Object.entries(contract))
    for (const [name, { description, refusals }] of Object.entries(rows))
      for (const text of [description, ...Object.values<string>(refusals)])
        assert.match(text, /^[A-Z][^\n]{10,}\.$/, `${module}.${name}: ${text}`);
});
