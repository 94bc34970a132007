import { describe, expect, test } from 'vitest';
import { compareLines, compareVersions } from '../src/ui/form/unsaved/compare-versions.ts';

describe('three versions of a body', () => {
  test('names who changed each field, and leaves out what both typed alike', () => {
    const base = { a: 1, b: 'x', c: null, d: [1], e: 'old', f: 'same' };
    const theirs = { ...base, a: 2, d: [1, 2], e: 'new' };
    const mine = { ...base, a: 3, b: 'y', e: 'new' };
    expect(compareVersions({ base, theirs, mine })).toEqual([
      { field: 'a', before: 1, theirs: 2, mine: 3, byThem: true, byMe: true },
      { field: 'b', before: 'x', theirs: 'x', mine: 'y', byThem: false, byMe: true },
      { field: 'd', before: [1], theirs: [1, 2], mine: [1], byThem: true, byMe: false },
    ]);
  });

  test('lines differ by their cells, if no version has more of them than another', () => {
    const line = { product_id: 1, quantity: 500, price: 2 };
    const base = { items: [line, line] };
    const theirs = { items: [line, { ...line, quantity: 5000 }] };
    const mine = { items: [{ ...line, price: 3 }, line] };
    const [items] = compareVersions({ base, theirs, mine });
    expect(compareLines(items!)).toEqual([
      { field: 'items.0.price', before: 2, theirs: 2, mine: 3, byThem: false, byMe: true },
      { field: 'items.1.quantity', before: 500, theirs: 5000, mine: 500, byThem: true, byMe: false },
    ]);
    const [longer] = compareVersions({ base, theirs, mine: { items: [line] } });
    expect(compareLines(longer!)).toEqual([]);
    const [plain] = compareVersions({ base: { a: [1] }, theirs: { a: [1] }, mine: { a: [2] } });
    expect(compareLines(plain!)).toEqual([]);
  });

  test('an absent value is an empty one', () => {
    expect(compareVersions({ base: {}, theirs: { a: null }, mine: { a: undefined } })).toEqual([]);
  });
});
