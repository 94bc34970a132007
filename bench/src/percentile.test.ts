import assert from 'node:assert/strict';
import { test } from 'node:test';
import { percentile } from './percentile.ts';

function upTo(n: number) {
  return Array.from({ length: n }, (_, at) => at + 1);
}

test('percentile uses the nearest rank', () => {
  assert.equal(percentile(upTo(100), 0.5), 50);
  assert.equal(percentile(upTo(100), 0.99), 99);
  assert.equal(percentile(upTo(1000), 0.99), 990);
  assert.equal(percentile([1, 2, 3], 0.5), 2);
});
test('the percentile of a few values is one of them', () => {
  assert.equal(percentile([7], 0.5), 7);
  assert.equal(percentile([7], 0.99), 7);
  assert.equal(percentile([1, 9], 0.99), 9);
});
test('the percentile of an empty list is NaN', () => {
  assert.ok(Number.isNaN(percentile([], 0.5)));
});
