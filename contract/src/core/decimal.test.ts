import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decimalOf, fitsDecimals, GREATEST, lineTotal, round, sum, toNumber } from './decimal.ts';

describe('a decimal of the wire', () => {
  for (const good of [
    0,
    -0,
    1,
    0.1,
    0.00001,
    1.23456,
    12.345,
    9_999_999_999.99999,
    GREATEST,
    -GREATEST,
    1_234_567_890.12345,
    0.3,
    4.35,
    1.005,
  ])
    test(`${good} has at most five decimals`, () => assert.equal(fitsDecimals(good), true));
  for (const bad of [0.000001, 1.234567, 0.1 + 0.2, 1e-7, 5e-324, Number.NaN, Number.POSITIVE_INFINITY, 1e308])
    test(`${bad} is refused`, () => assert.equal(fitsDecimals(bad), false));
  test('accepts every decimal with five places, at any size', () => {
    for (const whole of [0, 1, 99, 12_345, 9_999_999, 9_999_999_999])
      for (let cents = 0; cents < 100_000; cents += 37) {
        const value = Number(`${whole}.${String(cents).padStart(5, '0')}`);
        assert.ok(fitsDecimals(value), `${value}`);
        assert.equal(toNumber(decimalOf(value)), value);
      }
  });
});

describe('rounding is half away from zero', () => {
  const cases: [string, number, number][] = [
    ['0.5', 0, 1],
    ['1.5', 0, 2],
    ['2.5', 0, 3],
    ['-0.5', 0, -1],
    ['-2.5', 0, -3],
    ['1.005', 2, 1.01],
    ['1.004999', 2, 1],
    ['-1.005', 2, -1.01],
    ['0.00005', 4, 0.0001],
    ['9999999999.99999', 2, 10_000_000_000],
  ];
  for (const [value, places, rounded] of cases)
    test(`${value} to ${places} places is ${rounded}`, () =>
      assert.equal(toNumber(round(decimalOf(value), places)), rounded));
});

describe('sums and totals are exact', () => {
  test('0.1 + 0.2 is 0.3, and 0.1 times 1000 is 100', () => {
    assert.equal(toNumber(sum([decimalOf(0.1), decimalOf(0.2)])), 0.3);
    assert.equal(toNumber(sum(Array.from({ length: 1000 }, () => decimalOf(0.1)))), 100);
    assert.equal(toNumber(sum([])), 0);
  });
  const lines: [number | string, number | string, number][] = [
    [3, 0.1, 0.3],
    ['3', '0.1', 0.3],
    [1.5, 2.00005, 3.0001],
    [0.00005, 1, 0.0001],
    [0.00004, 1, 0],
    [1234.56789, 9.87654, 12_193.2591],
    [9_999_999_999.99999, 1, 10_000_000_000],
  ];
  for (const [quantity, price, total] of lines)
    test(`${quantity} × ${price} is ${total}`, () => assert.equal(toNumber(lineTotal(quantity, price)), total));
});
