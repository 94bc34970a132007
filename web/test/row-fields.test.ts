import { expect, test } from 'vitest';
import { columnsOf, holdsFields, readsOf } from '../src/ui/table/row-fields.ts';

interface Order {
  id: number;
  number: string;
  customer_id: number;
  customer_name: string;
  amount: number;
}
const column = columnsOf<Order>();

test('a column reads the fields that it declares, and without functions its own', () => {
  const linked = column(['customer_id', 'customer_name'], {
    key: 'customer_name',
    label: 'Customer',
    value: ({ customer_id, customer_name }) => `${customer_id} ${customer_name}`,
  });
  expect(readsOf(linked)).toEqual(['customer_id', 'customer_name']);
  expect(readsOf<Order>({ key: 'number', label: 'Number' })).toEqual(['number']);
});

test('what the functions of a column read is unknown unless it declares it', () => {
  expect(readsOf<Order>({ key: 'amount', label: 'Amount', value: ({ amount }) => amount })).toBeUndefined();
});

test('a function that reads a field that its column does not declare does not compile', () => {
  const undeclared = column(['customer_name'], {
    key: 'customer_name',
    label: 'Customer',
    // @ts-expect-error -- `customer_id` is not declared
    value: ({ customer_id }) => customer_id,
  });
  expect(readsOf(undeclared)).toEqual(['customer_name']);
});

test('a column without a value function is exported by its field', () => {
  const quantity = column(['id'], { key: 'amount', label: 'Amount', cell: ({ id }) => id });
  expect(readsOf(quantity)).toEqual(['amount', 'id']);
});

test.each([
  ['the same fields', 'code,id', 'id,code', true],
  ['fewer fields', 'code,id,name', 'id', true],
  ['another field', 'code,id', 'id,name', false],
  ['all fields', 'code,id', undefined, false],
  ['some of all fields', undefined, 'id', true],
])('rows have %s or not', (_, had, wanted, holds) => {
  expect(holdsFields(had, wanted)).toBe(holds);
});
