import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decimalOf } from '@bobina/contract/core/decimal.ts';
import { fitOf } from './over-receipt.rules.ts';

const cases: [string, string, number, ReturnType<typeof fitOf>][] = [
  ['100', '100', 10, 'within'],
  ['100.00001', '100', 10, 'over'],
  ['110', '100', 10, 'over'],
  ['110.00001', '100', 10, 'beyond'],
  ['100.00001', '100', 0, 'beyond'],
  ['0.33', '0.3', 10, 'over'],
];
for (const [received, ordered, percent, fit] of cases)
  test(`${received} of ${ordered} with ${percent} % is ${fit}`, () =>
    assert.equal(fitOf(decimalOf(received), ordered, percent), fit));
