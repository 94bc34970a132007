import { expect, test } from 'vitest';
import { affectedBy } from '../src/lib/api/calls.ts';

test('the calls that a change of a register affects are derived from the fields of their answers', () => {
  expect(affectedBy.products).toEqual(
    expect.arrayContaining(['products', 'prices', 'stock', 'materials', 'dashboard']),
  );
  expect(affectedBy.suppliers).toEqual(expect.arrayContaining(['suppliers', 'products', 'prices', 'purchaseOrders']));
  expect(affectedBy.suppliers).not.toContain('packingLists');
  expect(affectedBy['vat-codes']).toEqual(expect.arrayContaining(['customers', 'invoices']));
});

test('a change of an entity without a prefix, such as a stock movement, can affect every call', () => {
  expect(affectedBy).not.toHaveProperty('stock-movements');
  expect(affectedBy).not.toHaveProperty('customer-orders');
});
