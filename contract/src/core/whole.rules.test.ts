import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFractionOutside, isRefusedFraction } from './whole.rules.ts';

describe('whole units', () => {
  const cases: [unit: string, quantity: number | string, accepted: (number | string | null)[], refused: boolean][] = [
    ['box', 10.5, [], true],
    ['piece', 0.00001, [], true],
    ['box', 10, [], false],
    ['box', '10.00000', [], false],
    ['kg', 10.5, [], false],
    ['m', 10.5, [], false],
    ['l', 10.5, [], false],
    ['box', 10.5, [10.5], false],
    ['box', 10.5, ['10.50000'], false],
    ['box', 0.5, [10.5, null], true],
    ['box', 9_999_999_999.99999, [9_999_999_999.99999], false],
  ];
  for (const [unit, quantity, accepted, refused] of cases)
    test(`${quantity} ${unit}, where ${accepted.join(' and ') || 'no fraction'} is accepted: ${refused ? 'refused' : 'taken'}`, () =>
      assert.equal(isRefusedFraction(unit, quantity, accepted), refused));

  test('operations, which are whole in every unit, have the same exceptions', () => {
    assert.equal(isFractionOutside(1.5, [2.5]), true);
    assert.equal(isFractionOutside(2.5, [2.5]), false);
    assert.equal(isFractionOutside(3, []), false);
  });
});
