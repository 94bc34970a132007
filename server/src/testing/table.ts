import assert from 'node:assert/strict';
import { describe, test } from 'node:test';

/** Generates a test for each pair of input and expected output of a pure function. */
export function table<I, O>(name: string, rule: (input: I) => O, rows: readonly (readonly [I, O])[]): void {
  void describe(name, () => {
    for (const [given, expected] of rows)
      void test(`${JSON.stringify(given)} → ${JSON.stringify(expected)}`, () =>
        assert.deepEqual(rule(given), expected));
  });
}
