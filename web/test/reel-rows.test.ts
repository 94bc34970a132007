import { expect, test } from 'vitest';
import type { Product } from '@bobina/contract/registry/products.ts';
import { measure } from '../src/areas/reels/rows/measure.ts';
import {
  copiesOf,
  fieldsFor,
  indexOfNumber,
  isBlank,
  nextRow,
  pasteRows,
  typedReels,
  rowWith,
} from '../src/areas/reels/rows/reel-row.ts';

/** A paper of 80 g/m² without a fixed width. */
function product(given: Partial<Product> = {}): Product {
  return {
    code: 'KRAFT',
    unit_of_measure: 'kg',
    peso_carta: 80,
    gsm: 80,
    has_production_date: false,
    has_expiry_date: false,
    ...given,
  } as Product;
}
function paste(text: string, field: 'width_mm' | 'kg' = 'kg') {
  return pasteRows([rowWith({ width_mm: 1000 })], text, {
    at: { index: 0, field },
    fields: fieldsFor(product(), true),
    titleOf: (name) => ({ kg: 'Peso', mill_number: 'Numero cartiera' })[name as string] ?? name,
    language: 'it',
  });
}

test('a table is pasted to the right of the focused field and below it; new rows copy the shared fields', () => {
  expect(typedReels(paste('500,5\t\tL1\tM-1\n480\t\tL2\tM-2')!.rows)).toEqual([
    { width_mm: 1000, kg: 500.5, supplier_lot: 'L1', mill_number: 'M-1' },
    { width_mm: 1000, kg: 480, supplier_lot: 'L2', mill_number: 'M-2' },
  ]);
});
test('a header line assigns the columns to fields; a text that is not a table is pasted into the field', () => {
  const pasted = paste('Numero cartiera\tPeso (kg)\nM-9\t1.200,5')!;
  expect(typedReels(pasted.rows)).toEqual([{ width_mm: 1000, kg: 1200.5, mill_number: 'M-9' }]);
  expect(pasted.written).toEqual(['mill_number', 'kg']);
  expect(paste('500')).toBeUndefined();
});
test('text that is not a number stays and is an error of its field', () => {
  const [row] = paste('500 circa\t1000')!.rows;
  expect(row!.values.kg).toBe('500 circa');
  expect(measure(row!.values, product())).toEqual({ faults: [{ path: 'kg', code: 'not_number' }] });
});
test('copies have all values but the number of the mill; the next row has the values that a delivery shares', () => {
  const row = rowWith({ width_mm: 1000, kg: 500, supplier_lot: 'L1', mill_number: 'M-1' });
  expect(typedReels(copiesOf(row, 2))).toEqual(Array(2).fill({ width_mm: 1000, kg: 500, supplier_lot: 'L1' }));
  expect(typedReels([nextRow(row)])).toEqual([{ width_mm: 1000, supplier_lot: 'L1' }]);
  expect([isBlank(nextRow(row)), isBlank(row)]).toEqual([true, false]);
});
test('a number of the mill is found in any case', () => {
  const rows = [rowWith(), rowWith({ mill_number: 'Tr-77 ' })];
  expect([indexOfNumber(rows, 'TR-77'), indexOfNumber(rows, 'tr-77'), indexOfNumber(rows, 'TR-7')]).toEqual([1, 1, -1]);
});
test('more decimals than are booked are errors of their fields', () => {
  expect(measure({ width_mm: 1000, kg: 500.125, gross_kg: 502.125, tare_kg: 2 }, product())).toEqual({
    quantity: 500.125,
  });
  expect(measure({ width_mm: 1000.25, kg: 500.1234, gross_kg: 1.0001, tare_kg: 0.0001, m: 1.0001 }, product())).toEqual(
    {
      faults: [
        { path: 'width_mm', code: 'decimals', values: { max: 1 } },
        ...['kg', 'm', 'gross_kg', 'tare_kg'].map((path) => ({ path, code: 'decimals', values: { max: 3 } })),
      ],
    },
  );
});
test('a reel is measured in the unit of its product; a missing or different width and missing days are errors', () => {
  expect(measure({ width_mm: 1000, m: 1000 }, product())).toEqual({ quantity: 80 });
  expect(measure({ width_mm: 1000, gross_kg: 82, tare_kg: 2 }, product({ unit_of_measure: 'm' }))).toEqual({
    quantity: 1000,
  });
  expect(measure({ kg: 500 }, product())).toEqual({ faults: [{ path: 'width_mm', code: 'required' }] });
  expect(measure({ width_mm: 1003, kg: 500 }, product({ larghezza_bobina: 100 }))).toEqual({
    faults: [{ path: 'width_mm', code: 'width_differs', values: { max: 2, width: 1000 } }],
  });
  expect(measure({ width_mm: 1000, kg: 500 }, product({ has_expiry_date: true }))).toEqual({
    faults: [{ path: 'expiry_date', code: 'required' }],
  });
});
