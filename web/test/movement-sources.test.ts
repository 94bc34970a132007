import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { MOVEMENT_SOURCES, type Movement } from '@bobina/contract/stock/movements.ts';
import { sourceOf } from '../src/areas/stock/movements/source-of.ts';
import { isManual, kindOf } from '../src/areas/stock/movements/types.tsx';
import texts from '../src/areas/stock/it.json' with { type: 'json' };

beforeAll(async () => {
  await i18next.init({ lng: 'it', resources: { it: { stock: texts } }, ns: ['stock'], defaultNS: 'stock' } as object);
});

function movementOf(source_type: string): Movement {
  const source_document = { id: 7, number: 'X-7' };
  return { id: '12-other', movement_type: 'S', source_type, source_document } as unknown as Movement;
}
function labelOf(movement: Movement) {
  return sourceOf(movement, i18next.getFixedT('it', 'stock'));
}

test('every source of a movement has a label', () => {
  for (const source of Object.keys(MOVEMENT_SOURCES)) expect(labelOf(movementOf(source))).not.toContain(source);
});

test('a source that a newer server wrote is shown as it is', () => {
  const movement = movementOf('XYZ');
  expect(labelOf(movement)).toBe('XYZ X-7');
  expect(kindOf(movement)).toBe('S-MAN');
  expect(isManual(movement)).toBe(false);
});
