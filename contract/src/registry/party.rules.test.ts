import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isCodiceFiscale, isFrenchTva, isItalianProvince, isPartitaIva, noticesOf } from './party.rules.ts';

/** Valid and invalid numbers, computed by hand or taken from public registers. */
describe('the check digit of a partita IVA', () => {
  for (const good of ['00743110157', '01234567897', '12345670017', 'IT00743110157', 'it 00743110157', '007 4311 0157'])
    test(`${good} is valid`, () => assert.equal(isPartitaIva(good), true));
  for (const bad of [
    '01234567890',
    '00000000000',
    '0074311015',
    '007431101570',
    '0074311015A',
    '',
    'IT',
    '٠٠٧٤٣١١٠١٥٧',
  ])
    test(`${bad || 'nothing'} is invalid`, () => assert.equal(isPartitaIva(bad), false));
  test('of ten numbers that differ only in it, one is valid', () => {
    assert.equal(Array.from({ length: 10 }, (_, digit) => `0074311015${digit}`).filter(isPartitaIva).length, 1);
  });
  test('every single wrong digit is detected', () => {
    const good = '00743110157';
    for (let at = 0; at < 11; at++)
      for (let digit = 0; digit < 10; digit++) {
        const other = good.slice(0, at) + digit + good.slice(at + 1);
        assert.equal(isPartitaIva(other), other === good, other);
      }
  });
});

describe('the key of a French TVA number', () => {
  for (const good of ['FR40303265045', 'FR83404833048', 'FR44732829320', 'fr 40 303 265 045'])
    test(`${good} is valid`, () => assert.equal(isFrenchTva(good), true));
  for (const bad of ['FR32123456782', 'FR41303265045', '40303265045', 'FR4030326504', 'FRXX303265045', ''])
    test(`${bad || 'nothing'} is invalid`, () => assert.equal(isFrenchTva(bad), false));
});

describe('the country', () => {
  const party = {
    vat_number: '01234567890',
    zip_code: '1',
    province: 'Lucca',
    country: '',
    country_code: null as string | null,
  };
  const cases: [string, string | null, string[]][] = [
    ['Italia', null, ['vat_number', 'zip_code', 'province']],
    [' ITALY ', null, ['vat_number', 'zip_code', 'province']],
    ['Italie', null, ['vat_number', 'zip_code', 'province']],
    ['qualunque', 'IT', ['vat_number', 'zip_code', 'province']],
    ['Francia', null, ['vat_number']],
    ['Italia', 'FR', ['vat_number']],
    ['Italia', 'DE', []],
    ['Germania', null, []],
  ];
  for (const [country, country_code, paths] of cases)
    test(`${country} (${country_code ?? 'no code'}) determines the checks`, () => {
      assert.deepEqual(
        noticesOf({ ...party, country, country_code }).map(({ path }) => path),
        paths,
      );
    });
  test('a VAT number that lacks only its leading zero has a notice of its own', () => {
    const codes = (vat_number: string) =>
      noticesOf({ ...party, vat_number, zip_code: '55100', province: 'LU', country: 'Italia', country_code: null }).map(
        ({ code }) => code,
      );
    assert.deepEqual(codes('00743110157'), []);
    assert.deepEqual(codes('IT0743110157'), ['vat_number_check', 'vat_number_zero']);
    assert.deepEqual(codes('0743110158'), ['vat_number_check']);
  });
});

test('a tax code has its control character, also with letters for digits, or is the number of a company', () => {
  for (const good of ['RSSMRA85T10A562S', 'rssmra 85t10 a562s', 'MRTMTT91D08F205J', '00743110157'])
    assert.equal(isCodiceFiscale(good), true, good);
  for (const bad of ['RSSMRA85T10A562T', 'RSSMRA85Z10A562S', 'PNFSNS', '00743110158', ''])
    assert.equal(isCodiceFiscale(bad), false, bad);
});
test('a province is one of the Italian abbreviations', () => {
  for (const good of ['MI', 'si', ' BT ', 'SU', 'VV']) assert.equal(isItalianProvince(good), true, good);
  for (const bad of ['XX', 'M', 'Milano', '', 'I ', 'L ']) assert.equal(isItalianProvince(bad), false, bad);
});
