import { expect, test } from 'vitest';
import type { ItemToPack, StockToPack } from '@bobina/contract/sales/packing-lists.ts';
import { leftOf, lineFor, placesOf, packedTotal } from '../src/areas/sales/packing-lists/packing-line.ts';

function item(given: Partial<ItemToPack> = {}): ItemToPack {
  return {
    order_item_id: 1,
    product_id: 9,
    code: 'A',
    product_name: 'A',
    ordered_quantity: 10,
    delivered_quantity: 0,
    remaining_quantity: 10,
    stock_quantity: 4,
    unit_of_measure: 'kg',
    price_per_pack: 1.5,
    has_batch: true,
    delivery_date: '2026-01-01',
    ...given,
  };
}
function stock(warehouse_id: number, quantity: number, is_expired = false): StockToPack {
  return {
    warehouse_id,
    warehouse_name: `W${warehouse_id}`,
    quantity,
    batch_number: 'L',
    production_date: null,
    expiry_date: null,
    is_expired,
  };
}

test('a line starts with the smaller of what remains and what is in stock', () => {
  expect(lineFor(item(), 10).quantity).toBe(4);
  expect(lineFor(item({ stock_quantity: 40 }), 10).quantity).toBe(10);
});
test('the remaining quantity excludes the quantity on the packing list, exactly, and is never below 0', () => {
  const lines = [
    { ...lineFor(item(), 10), quantity: 0.1 },
    { ...lineFor(item(), 10), quantity: 0.2 },
    { ...lineFor(item({ order_item_id: 2 }), 10), quantity: 5 },
  ];
  expect(leftOf(item({ remaining_quantity: 1 }), lines)).toBe(0.7);
  expect(leftOf(item({ remaining_quantity: 0.2 }), lines)).toBe(0);
});
test('the warehouse with the most stock comes first; expired stock does not count', () => {
  expect(placesOf([stock(1, 5), stock(2, 3), stock(2, 4), stock(3, 100, true)])).toEqual([
    { id: 2, name: 'W2', quantity: 7 },
    { id: 1, name: 'W1', quantity: 5 },
    { id: 3, name: 'W3', quantity: 0 },
  ]);
});
test('the total rounds each line to the cent', () => {
  const lines = [1.005, 1.005].map((unit_price) => ({ ...lineFor(item(), 1), quantity: 1, unit_price }));
  expect(packedTotal(lines)).toBe(2.02);
  expect(packedTotal([{ ...lines[0]!, quantity: '1,' }])).toBe(0);
});
