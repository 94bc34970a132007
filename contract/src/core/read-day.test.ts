import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isDay, readDay, type DayContext } from './read-day.ts';

const TODAY = '2026-11-22';
function read(typed: string, limits: Partial<DayContext> = {}) {
  return readDay(typed, { today: TODAY, ...limits });
}

describe('reads the common formats of a day', () => {
  const cases: readonly [typed: string, day: string | null][] = [
    // Without a year: the nearest to 22/11/2026.
    ['5/3', '2027-03-05'],
    ['05.03', '2027-03-05'],
    ['5-3', '2027-03-05'],
    ['5 3', '2027-03-05'],
    ['31/12', '2026-12-31'],
    ['1/9', '2026-09-01'],
    ['22/11', '2026-11-22'],
    ['29/2', '2028-02-29'],
    ['12 dicembre', '2026-12-12'],
    // With a year, the day first.
    ['5/3/2026', '2026-03-05'],
    ['5.3.26', '2026-03-05'],
    [' 5 / 3 / 26 ', '2026-03-05'],
    ['5. 3. 2026', '2026-03-05'],
    ['1/2/26', '2026-02-01'],
    ['01.02.2026', '2026-02-01'],
    ['03/04/2026', '2026-04-03'],
    ['050326', '2026-03-05'],
    ['05032026', '2026-03-05'],
    ['2026-02-01', '2026-02-01'],
    ['2026-2-1', '2026-02-01'],
    ['2026/12/31', '2026-12-31'],
    ['29/02/2028', '2028-02-29'],
    ['０５/０３/２０２６', '2026-03-05'],
    // Words.
    ['oggi', '2026-11-22'],
    ['Domani', '2026-11-23'],
    ["aujourd'hui", '2026-11-22'],
    ['aujourd’hui', '2026-11-22'],
    ['demain', '2026-11-23'],
    ['today', '2026-11-22'],
    ['TOMORROW', '2026-11-23'],
    ['+7', '2026-11-29'],
    ['+ 7', '2026-11-29'],
    ['+0', '2026-11-22'],
    ['+40', '2027-01-01'],
    // Month names.
    ['12 novembre 2026', '2026-11-12'],
    ['12 dicembre 2026', '2026-12-12'],
    ['12 DIC 26', '2026-12-12'],
    ['12-dic-2026', '2026-12-12'],
    ['12dic2026', '2026-12-12'],
    ['12 dic. 2026', '2026-12-12'],
    ['1° gennaio 2027', '2027-01-01'],
    ['1er février 2027', '2027-02-01'],
    ['15 août 2027', '2027-08-15'],
    ['12 décembre 2026', '2026-12-12'],
    ['3rd of May 2027', null],
    ['3rd May 2027', '2027-05-03'],
    ['December 12, 2026', '2026-12-12'],
    ['Dec 12 2026', '2026-12-12'],
    ['2026 Dec 12', '2026-12-12'],
    ['Sat Dec 12 2026', '2026-12-12'],
    ['Sat, 12 Dec 2026', '2026-12-12'],
    ['sabato 12 dicembre 2026', '2026-12-12'],
    ['sab 12/12', '2026-12-12'],
    ['March 15 2026', '2026-03-15'],
    // "mar" is March or Tuesday: March before a day and a year.
    ['mar 15 2026', '2026-03-15'],
    ['mar 15 dic 2026', '2026-12-15'],
    // Not a day.
    ['domenica 12 dicembre 2026', null],
    ['31/02/2027', null],
    ['31 febbraio 2027', null],
    ['February 30, 2026', null],
    ['29/02/2026', null],
    ['31/04/2026', null],
    ['32/01/2026', null],
    ['31/4', null],
    ['03/15/2026', null],
    ['310227', null],
    ['2026-02-30', null],
    ['dic 26', null],
    ['dicembre 2026', null],
    ['1,5', null],
    ['5/3/', null],
    ['5/3/2', null],
    ['5/3/2026/1', null],
    ['/5/3', null],
    ['-5', null],
    ['+', null],
    ['+99999', null],
    ['7', null],
    ['12', null],
    ['0503', null],
    ['soon', null],
    ['lotto 5', null],
    ['5 mele 2026', null],
    ['constructor', null],
    ['', null],
  ];
  for (const [typed, day] of cases)
    test(`${JSON.stringify(typed)} is ${day ?? 'not a day'}`, () => assert.equal(read(typed), day));

  test('reads month names in full and abbreviated, in three languages', () => {
    for (const locale of ['it', 'fr', 'en'])
      for (const month of ['long', 'short'] as const)
        for (let index = 0; index < 12; index++) {
          const date = new Date(Date.UTC(2026, index, 12));
          const name = date.toLocaleDateString(locale, { month, timeZone: 'UTC' });
          assert.equal(read(`12 ${name} 2026`), date.toISOString().slice(0, 10), `${locale} ${name}`);
        }
  });
});

describe('completes a day without a year', () => {
  const cases: readonly [typed: string, limits: Partial<DayContext>, day: string][] = [
    ['5/3', { max: TODAY }, '2026-03-05'],
    ['5/3', { min: TODAY }, '2027-03-05'],
    ['23/11', { max: TODAY }, '2025-11-23'],
    ['21/11', { min: TODAY }, '2027-11-21'],
    ['5/3', { min: '2031-01-01' }, '2031-03-05'],
    ['29/2', { max: TODAY }, '2024-02-29'],
    ['5/3', { max: '2001-12-31' }, '2001-03-05'],
    // Outside of the limits in every year.
    ['5/3', { min: '2026-12-01', max: '2026-12-31' }, '2027-03-05'],
  ];
  for (const [typed, limits, day] of cases)
    test(`${typed} within ${JSON.stringify(limits)} is ${day}`, () => assert.equal(read(typed, limits), day));

  test('chooses the later of two equally near days', () => {
    // 183 days on both sides, in a year of 366 days between.
    assert.equal(readDay('2/7', { today: '2024-01-01' }), '2024-07-02');
    assert.equal(readDay('2/7', { today: '2023-12-31' }), '2023-07-02');
  });
});

test('limits do not change a day with an explicit year', () => {
  assert.equal(read('5/3/2026', { min: TODAY }), '2026-03-05');
  assert.equal(read('+7', { max: TODAY }), '2026-11-29');
});

test('reads a day in the format of the API', () => {
  for (const day of ['2026-11-22', '1900-01-01', '2028-02-29']) assert.ok(isDay(day), day);
  for (const value of ['2026-02-29', '1899-12-31', '22/11/2026', '2026-1-1', '2026-11-22T00:00', '', null, 5])
    assert.ok(!isDay(value), String(value));
});
