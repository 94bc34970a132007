import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dueDate } from './due-date.rules.ts';

const WORKED: [
  date: string,
  giorni_differita: number,
  fine_mese: boolean,
  giorno_fisso_scadenza: number,
  due: string,
][] = [
  ['2026-03-15', 0, false, 0, '2026-03-15'],
  ['2026-03-15', 30, false, 0, '2026-04-14'],
  ['2026-01-31', 30, false, 0, '2026-03-02'],
  ['2026-10-15', 30, true, 0, '2026-11-30'],
  ['2026-01-31', 30, true, 0, '2026-02-28'],
  ['2028-01-31', 30, true, 0, '2028-02-29'],
  ['2026-10-15', 60, true, 10, '2027-01-10'],
  ['2026-12-05', 60, true, 10, '2027-03-10'],
  ['2026-02-28', 30, true, 0, '2026-03-31'],
  ['2026-01-10', 30, false, 15, '2026-02-15'],
  ['2026-01-15', 0, false, 15, '2026-01-15'],
  ['2026-01-16', 0, false, 15, '2026-02-15'],
  ['2028-02-10', 0, false, 31, '2028-02-29'],
  ['2026-01-31', 0, true, 31, '2026-02-28'],
  ['2026-01-15', 45, true, 0, '2026-03-31'],
  ['2026-03-15', 0, true, 0, '2026-03-31'],
  ['2026-03-15', 0, true, 10, '2026-04-10'],
  ['2026-07-31', 90, true, 0, '2026-10-31'],
  ['2026-11-30', 90, true, 0, '2027-02-28'],
];
for (const [date, giorni_differita, fine_mese, giorno_fisso_scadenza, due] of WORKED)
  test(`${date}, ${giorni_differita} days${fine_mese ? ', end of month' : ''}${giorno_fisso_scadenza ? `, on the ${giorno_fisso_scadenza}` : ''}: ${due}`, () =>
    assert.equal(dueDate(date, { giorni_differita, fine_mese, giorno_fisso_scadenza }), due));
