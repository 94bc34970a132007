import { expect, test } from 'vitest';
import { labelImportColumns, cellValue } from '../src/ui/import/import-columns.ts';

test('a unit of measure is read by its label, its wire word and its usual abbreviations', () => {
  const labels: Record<string, string> = { piece: 'pezzo', box: 'scatola' };
  const columns = labelImportColumns('products', {
    labelOf: (name) => name,
    optionOf: (_, option) => labels[option] ?? option,
  });
  const unit = columns.find(({ name }) => name === 'unit_of_measure')!;
  const read = (value: string) => cellValue({ value }, unit, 0);
  expect(['Scatola', 'scat.', 'box', 'pz', 'KG', 'rotolo', '5 kg'].map(read)).toEqual([
    'box',
    'box',
    'box',
    'piece',
    'kg',
    'rotolo',
    '5 kg',
  ]);
});
