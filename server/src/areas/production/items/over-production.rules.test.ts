import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isOverProduced } from './over-production.rules.ts';

const cases: [number, number, boolean][] = [
  [100, 100, false],
  [110, 100, false],
  [110.00001, 100, true],
  [1.1, 1, false],
  [0.33, 0.3, false],
  [0.33001, 0.3, true],
];
for (const [produced, ordered, over] of cases)
  test(`${produced} of ${ordered} is ${over ? '' : 'not '}flagged`, () =>
    assert.equal(isOverProduced(produced, ordered), over));
