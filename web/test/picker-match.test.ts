import { expect, test } from 'vitest';
import { isStrayAmount } from '../src/ui/form/picker-match.ts';

test('a short number that is not in the label of the best match is an amount typed into the wrong field', () => {
  const offered = [{ value: '1', label: 'Agrumes du Gharb SARL' }];
  for (const text of ['100', ' 100 ', '12,5', '1.234,56'])
    expect([text, isStrayAmount(text, offered)]).toEqual([text, true]);
  for (const text of ['agr', '55100', '12345678901', '8001090310323', '100 gharb'])
    expect([text, isStrayAmount(text, offered)]).toEqual([text, false]);
  expect(isStrayAmount('100', [{ value: '1', label: 'KRA-100 · Kraft' }])).toBe(false);
  expect(isStrayAmount('100', [])).toBe(false);
});
