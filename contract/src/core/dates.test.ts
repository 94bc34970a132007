import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addDays, dayForPeople, isTimeZone, today } from './dates.ts';

describe("today is the day in the company's time zone", () => {
  const cases: [string, string, string][] = [
    ['2026-01-01T22:59:59Z', 'Europe/Rome', '2026-01-01'],
    ['2026-01-01T23:00:00Z', 'Europe/Rome', '2026-01-02'],
    ['2026-07-01T21:59:59Z', 'Europe/Rome', '2026-07-01'],
    ['2026-07-01T22:00:00Z', 'Europe/Rome', '2026-07-02'],
    ['2026-12-31T23:30:00Z', 'Europe/Rome', '2027-01-01'],
    ['2024-02-28T23:30:00Z', 'Europe/Rome', '2024-02-29'],
    ['2026-01-01T00:30:00Z', 'America/New_York', '2025-12-31'],
    ['2026-03-29T00:59:00Z', 'Europe/Rome', '2026-03-29'],
    ['2026-01-01T12:00:00Z', 'UTC', '2026-01-01'],
  ];
  for (const [now, zone, day] of cases)
    test(`${now} in ${zone} is ${day}`, () => assert.equal(today(zone, new Date(now)), day));
  test('uses the current time by default', () => assert.match(today('Europe/Rome'), /^\d{4}-\d\d-\d\d$/));
});

describe('a time zone', () => {
  for (const good of ['Europe/Rome', 'Africa/Casablanca', 'Asia/Shanghai', 'UTC'])
    test(`${good} is valid`, () => assert.equal(isTimeZone(good), true));
  for (const bad of ['', 'Europe/Nowhere', 'Rome', '+01:00', '-05:00', 'Europe/Rome; drop table', 'x'.repeat(1000)])
    test(`${bad.slice(0, 30) || 'nothing'} is invalid`, () => assert.equal(isTimeZone(bad), false));
});

describe('addDays', () => {
  for (const [day, days, expected] of [
    ['2026-11-21', 30, '2026-12-21'],
    ['2028-02-28', 1, '2028-02-29'],
    ['2026-03-28', 2, '2026-03-30'],
    ['2026-01-01', -1, '2025-12-31'],
  ] as const)
    test(`${day} and ${days} is ${expected}`, () => assert.equal(addDays(day, days), expected));
});

test('a day is shown as dd/mm/yyyy', () => {
  assert.equal(dayForPeople('2026-03-15'), '15/03/2026');
});
