import { expect, test } from 'vitest';
import {
  choiceFilter,
  dayFilter,
  flagFilter,
  numberFilter,
  openedFilter,
  readFilters,
  rowFilter,
  textFilter,
  yearFilter,
} from '../src/ui/page/filter-fields.ts';

test.each([
  ['text', textFilter(), ['bobina', ''], [undefined, null, {}, ['a']]],
  ['day', dayFilter(), ['2026-11-24', '2028-02-29'], ['2026-02-30', '24/11/2026', 20261124, '']],
  ['row', rowFilter(), [1, 2_147_483_647], [0, -1, 1.5, 2_147_483_648, 'x', '', null, true, Number.NaN]],
  ['choice', choiceFilter(['open', 'closed']), ['open', 'closed'], ['Open', '', 0, undefined, ['open']]],
  ['flag', flagFilter(), [true], [false, 'true', 1, undefined]],
  ['opened', openedFilter(), ['new', 7], ['old', 0, true]],
  ['number', numberFilter(), [0, 12.5], [-1, 'x', ' ', null, Number.POSITIVE_INFINITY]],
  ['year', yearFilter(), [1900, 9999], [1899, 10_000, 2026.5, 'x']],
] as const)('a %s is read if it is valid, and ignored otherwise', (_, read, valid, invalid) => {
  for (const value of valid) expect(read(value)).toBe(value);
  for (const value of invalid) expect(read(value), JSON.stringify(value)).toBeUndefined();
});

test('a text may be a number or a switch, because the router parses `?q=123`', () => {
  expect([123, true].map(textFilter())).toEqual(['123', 'true']);
});

test('numbers are read from texts as well, because a quoted parameter of a URL is a text', () => {
  expect([rowFilter()('12'), numberFilter()('0.5'), yearFilter()('2026'), openedFilter()('3')]).toEqual([
    12, 0.5, 2026, 3,
  ]);
});

test('only the named parameters are read, without those that are invalid', () => {
  const filters = { q: textFilter(), supplier_id: rowFilter(), from: dayFilter() };
  expect(readFilters(filters, { q: 80, supplier_id: 'x', other: 1 })).toEqual({ q: '80' });
});
