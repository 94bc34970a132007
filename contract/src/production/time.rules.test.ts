import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LANGUAGES } from '../core/languages.ts';
import { formatMinutes, minutesFor, parseTime } from './time.rules.ts';

const written: [number, string, string, string][] = [
  [150, '2 ore e 30 minuti', '2 heures et 30 minutes', '2 hours and 30 minutes'],
  [61, '1 ora e 1 minuto', '1 heure et 1 minute', '1 hour and 1 minute'],
  [60, '1 ora', '1 heure', '1 hour'],
  [59.6, '1 ora', '1 heure', '1 hour'],
  [120, '2 ore', '2 heures', '2 hours'],
  [1, '1 minuto', '1 minute', '1 minute'],
  [0, '0 minuti', '0 minute', '0 minutes'],
  [0.5, '1 minuto', '1 minute', '1 minute'],
  [0.1, '1 minuto', '1 minute', '1 minute'],
];
for (const [minutes, ...texts] of written)
  test(`${minutes} minutes are written ${texts.join(', ')}`, () =>
    assert.deepEqual(
      (['it', 'fr', 'en'] as const).map((language) => formatMinutes(minutes, language)),
      texts,
    ));

const read: [string, number | null][] = [
  ['150', null],
  ['2 ore e 30 minuti', 150],
  ['2 ore, 30 minuti', 150],
  ['2 hours, 30 minutes', 150],
  ['1 ora e 15 minuti', 75],
  ['90 minuti', 90],
  ['1.5 ore', 90],
  ['1,5 ore', 90],
  ['2h30', 150],
  ['2h', 120],
  ['2 h 30 min', 150],
  ['2 h. 30 min.', 150],
  ['2 ore e 30', 150],
  ['1 heure et 5 minutes', 65],
  ['2 heures', 120],
  ['2 heures et 5', 125],
  ['2:30', 150],
  ['2:75', null],
  ['45 min', 45],
  ['0,5 h', 30],
  ['1 giorno', 480],
  ['1 giorno e 2 ore', 600],
  ['2 jours et 30 minutes', 990],
  ['1 giorno e 2', null],
  ['  2   ORE  ', 120],
  ['abc', null],
  ['', null],
  ['2 ore e 75', null],
  ['2 ore 75 minuti', 195],
  ['2 ore e 1,5', null],
  ['2 ore 2 ore', null],
  ['30 minuti 2 ore', null],
  ['2 ore e', null],
  ['2 ore,', null],
  [', 2 ore', null],
  ['-2 ore', null],
  ['0 minuti', null],
  ['0,1 minuti', 1],
  ['2 ore circa', null],
  ['999999999 ore', null],
  ['١ ora', null],
  ['1'.repeat(200), null],
];
for (const [text, minutes] of read)
  test(`«${text.slice(0, 40)}» is ${minutes} minutes`, () => assert.equal(parseTime(text), minutes));

test('parses its own output, in each language', () => {
  for (let minutes = 1; minutes < 3000; minutes += 7)
    for (const language of LANGUAGES) assert.equal(parseTime(formatMinutes(minutes, language)), minutes);
});
test('multiplies minutes per pack by the quantity exactly, rounds half up, and returns at least one', () => {
  assert.equal(minutesFor(3, 50), 150);
  assert.equal(minutesFor(1, 0.5), 1);
  assert.equal(minutesFor(1, 2.5), 3);
  assert.equal(minutesFor(3, 0.1), 1);
  assert.deepEqual([minutesFor(null, 5), minutesFor(0, 5), minutesFor(3, 0)], [null, null, 0]);
});
