import assert from 'node:assert/strict';
import { test } from 'node:test';
import { table } from '../../../testing/table.ts';
import { countryOf } from '@bobina/contract/registry/countries.ts';
import { filledParty } from './party-snapshots.rules.ts';

table(
  'the country of a party',
  ([country_code, country]: [string | null, string | null]) => countryOf({ country_code, country }),
  [
    [['FR', 'Italia'], 'FR'],
    [[null, 'Italia'], 'IT'],
    [[null, ' ITALY '], 'IT'],
    [[null, 'Maroc'], 'MA'],
    [[null, 'Francia'], 'FR'],
    [[null, 'de'], 'DE'],
    [[null, 'Atlantide'], null],
    [[null, null], null],
  ],
);
test('the snapshot of a party stays; missing values that a check requires are filled in', () => {
  const fillable = new Set(['a', 'b', 'c']);
  assert.deepEqual(
    filledParty({ a: 'then', b: null, c: '', gone: 1 }, { a: 'now', b: 'now', c: 'now', d: 'now', e: null }, fillable),
    { a: 'then', b: 'now', c: 'now', d: null, e: null },
  );
});
