import { expect, test } from 'vitest';
import { elementsOf, gtin14, readGs1 } from '@bobina/contract/core/gs1.ts';
import { batchIn, ownLabel, readScan, searchTermOf } from '@bobina/contract/core/read-scan.ts';
import { GS, shownScan } from '@bobina/contract/core/scan-text.ts';

const EAN = '8001090310323';
const GTIN = `0${EAN}`;
const none = { batch: null, production: null, expiry: null, quantity: null };

test.each([
  [EAN, GTIN],
  [GTIN, GTIN],
  [' 8001090310323 ', GTIN],
  ['96385074', '00000096385074'],
  ['036000291452', '00036000291452'],
  ['98012345678904', null],
  ['8001090310324', null],
  ['00000000000000', null],
  ['800109031032', null],
  ['CARTA-1', null],
  ['', null],
  [null, null],
])('the GTIN of %j is %j', (barcode, gtin) => expect(gtin14(barcode)).toBe(gtin));

test.each<[string, object | null]>([
  [`01${GTIN}10L-1`, { gtin: GTIN, ...none, batch: 'L-1' }],
  [`]C101${GTIN}10L-1`, { gtin: GTIN, ...none, batch: 'L-1' }],
  [`(01)${GTIN}(17)271231(10)L-1`, { gtin: GTIN, ...none, batch: 'L-1', expiry: '2027-12-31' }],
  [
    `01${GTIN}17271200112601053101000455${GS}10AB/9`,
    {
      ...{ gtin: GTIN, batch: 'AB/9', production: '2026-01-05', expiry: '2027-12-31' },
      quantity: { value: 45.5, unit: 'kg' },
    },
  ],
  [
    `]C1${GS}10L-1${GS}3712${GS}02${GTIN}`,
    { gtin: GTIN, ...none, batch: 'L-1', quantity: { value: 12, unit: 'counted' } },
  ],
  [`01${GTIN}3115123456`, { gtin: GTIN, ...none, quantity: { value: 1.23456, unit: 'm' } }],
  [`01${GTIN}3300000007`, { gtin: GTIN, ...none }],
  [`01${GTIN}240MODEL 7${GS}10L-1`, { gtin: GTIN, ...none, batch: 'L-1' }],
  [`01${GTIN}17280229`, { gtin: GTIN, ...none, expiry: '2028-02-29' }],
  [`01${GTIN}17270229`, { gtin: GTIN, ...none }],
  [`01${GTIN}17761231`, { gtin: GTIN, ...none, expiry: '2076-12-31' }],
  [`01${GTIN}11770101`, { gtin: GTIN, ...none, production: '1977-01-01' }],
  [`01${GTIN.slice(0, 13)}410L-1`, null],
  [`01${GTIN}10${'9'.repeat(21)}`, null],
  [`01${GTIN.slice(0, 9)}`, null],
  ['10L-1', null],
  [EAN, null],
  ['CARTA-1', null],
])('reads %j as %j', (scanned, expected) => expect(readGs1(scanned, 2026)).toEqual(expected));

const goods = {
  barcode: EAN,
  batch: 'L-1',
  quantity: 45.5,
  unit: 'kg',
  production: '2026-01-05',
  expiry: '2027-12-31',
};
test.each<[string, Partial<typeof goods> & { production?: string | null; expiry?: string | null }, string[] | null]>([
  ['dates', {}, [`01${GTIN}`, '17271231', '11260105', '10L-1']],
  ['no dates', { production: null as never, expiry: null as never }, [`01${GTIN}`, '10L-1']],
  [
    'a measure of goods of variable measure',
    { barcode: '98001090310326', production: null as never },
    ['0198001090310326', '17271231', '3101000455', '10L-1'],
  ],
  [
    'no measure of pieces',
    { barcode: '98001090310326', unit: 'piece' },
    ['0198001090310326', '17271231', '11260105', '10L-1'],
  ],
  [
    'no measure that does not fit exactly',
    { barcode: '98001090310326', quantity: 12_345.67, production: null as never },
    ['0198001090310326', '17271231', '10L-1'],
  ],
  ['as much as fits into 48 characters', { batch: 'L'.repeat(20) }, [`01${GTIN}`, '17271231', `10${'L'.repeat(20)}`]],
  ['no batch of 21 characters', { batch: 'L'.repeat(21) }, null],
  ['no batch of other letters', { batch: 'Lè' }, null],
  ['no barcode with a wrong check digit', { barcode: '8001090310324' }, null],
])('a label carries %s', (_, given, expected) =>
  expect(elementsOf({ ...goods, ...given } as typeof goods)?.map((element) => element.join('')) ?? null).toEqual(
    expected,
  ),
);

test('readGs1 reads back the elements of a printed label', () => {
  const text = elementsOf(goods)!.flat().join('');
  expect(readGs1(`]C1${text}`, 2026)).toEqual({
    gtin: GTIN,
    batch: 'L-1',
    production: '2026-01-05',
    expiry: '2027-12-31',
    quantity: null,
  });
});

test('readScan returns every interpretation of a scan', () => {
  const named = (scanned: string) => readScan(scanned).map(({ code, batch }) => [code, batch]);
  expect(named(`]C101${GTIN}10L-1`)).toEqual([
    [GTIN, 'L-1'],
    [`01${GTIN}10L-1`, null],
  ]);
  expect(named(ownLabel('COLLA-1', 'L*2'))).toEqual([
    ['COLLA-1*L*2', null],
    ['COLLA-1', 'L*2'],
    ['COLLA-1*L', '2'],
  ]);
  expect(named(']E0CARTA-1')).toEqual([['CARTA-1', null]]);
  expect(named('*')).toEqual([['*', null]]);
  expect(shownScan(`]C101${GTIN}10L-1${GS}3712`)).toBe(`01${GTIN}10L-1 3712`);
});

test.each([
  [`01${GTIN}10L-1`, EAN],
  ['COLLA-1*L-1', 'COLLA-1'],
  ['CARTA-1', 'CARTA-1'],
])('of %j, %j is searched', (scanned, sought) => expect(searchTermOf(scanned)).toBe(sought));

test.each([
  ['COLLA-1*L-1', 'L-1'],
  ['colla-1*L-1', 'L-1'],
  [`01${GTIN}10L-9`, 'L-9'],
  ['ALTRO*L-1', 'ALTRO*L-1'],
  [' L-7 ', 'L-7'],
  ['l-7', 'l-7'],
  ['r26-000123', 'R26-000123'],
  ['colla-1*r26-000123', 'R26-000123'],
  [`01${GTIN}10r26-000123`, 'R26-000123'],
])('the batch of this product in %j is %j', (scanned, batch) =>
  expect(batchIn(scanned, { code: 'COLLA-1', barcode: EAN })).toBe(batch),
);
