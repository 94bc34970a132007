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

test("the customer's code takes precedence over the product's and the setting", () =>
  assert.deepEqual(pick('n31', { code: '10', rate: '10' }, '22'), ['N31', '0', 'N3.1']));
test("the product's code takes precedence over the setting, with the rate of the register", () =>
  assert.deepEqual(pick(null, { code: '10', rate: '4' }, '22'), ['10', '10', null]));
test('a product with a rate and no code uses its rate', () =>
  assert.deepEqual(pick(null, { code: null, rate: '4' }, '22'), [null, '4', null]));
test('a product with a code that is not in the register uses its own rate', () =>
  assert.deepEqual(pick(null, { code: 'X', rate: '4' }, '22'), ['X', '4', null]));
test('the setting applies if customer and product have no code', () =>
  assert.deepEqual(pick(null, none, '22'), ['22', '22', null]));
test('a code that is not in the register gives no rate, even if a later one exists', () => {
  assert.equal(pick('X', { code: '10', rate: '10' }, '22'), null);
  assert.equal(pick(null, { code: 'X', rate: null }, '22'), null);
  assert.equal(pick(null, none, 'X'), null);
});
test('without any code there is no rate', () => assert.equal(pick(null, none, null), null));
