import { describe, expect, test } from 'vitest';
import { compareVersions } from '../src/ui/form/unsaved/compare-versions.ts';

describe('three versions of a body', () => {
  test('names who changed each field, and leaves out what both typed alike', () => {
    const base = { a: 1, b: 'x', c: null, d: [1], e: 'old', f: 'same' };
    const theirs = { ...base, a: 2, d: [1, 2], e: 'new' };
    const mine = { ...base, a: 3, b: 'y', e: 'new' };
    expect(compareVersions({ base, theirs, mine })).toEqual([
      { field: 'a', theirs: 2, mine: 3, byThem: true, byMe: true },
      { field: 'b', theirs: 'x', mine: 'y', byThem: false, byMe: true },
      { field: 'd', theirs: [1, 2], mine: [1], byThem: true, byMe: false },
    ]);
  });

  test('an absent value is an empty one', () => {
    expect(compareVersions({ base: {}, theirs: { a: null }, mine: { a: undefined } })).toEqual([]);
  });
});
