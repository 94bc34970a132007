import assert from 'node:assert/strict';
import { test } from 'node:test';
import { rateOf, type VatRate } from './vat-rate.rules.ts';

function code(name: string, rate: string, natura: string | null = null): [string, VatRate] {
  return [name.toLowerCase(), { code: name, rate, natura, description: null }];
}
const codes = new Map([code('22', '22'), code('10', '10'), code('N31', '0', 'N3.1')]);
const none = { code: null, rate: null };
function pick(customer: string | null, product: { code: string | null; rate: string | null }, fallback: string | null) {
  const found = rateOf(codes, { customer, product, fallback });
  return found && [found.code, found.rate, found.natura];
}

test("the customer's code goes before the product's and the setting", () =>
  assert.deepEqual(pick('n31', { code: '10', rate: '10' }, '22'), ['N31', '0', 'N3.1']));
test("the product's code goes before the setting, with the rate of the register", () =>
  assert.deepEqual(pick(null, { code: '10', rate: '4' }, '22'), ['10', '10', null]));
test('a product that says a rate and no code is taken at its word', () =>
  assert.deepEqual(pick(null, { code: null, rate: '4' }, '22'), [null, '4', null]));
test('a product whose code is not in the register has its own rate', () =>
  assert.deepEqual(pick(null, { code: 'X', rate: '4' }, '22'), ['X', '4', null]));
test('the setting is for those that say nothing', () => assert.deepEqual(pick(null, none, '22'), ['22', '22', null]));
test('a code that the register has not gives no rate, whatever comes after it', () => {
  assert.equal(pick('X', { code: '10', rate: '10' }, '22'), null);
  assert.equal(pick(null, { code: 'X', rate: null }, '22'), null);
  assert.equal(pick(null, none, 'X'), null);
});
test('nothing said gives no rate', () => assert.equal(pick(null, none, null), null));
