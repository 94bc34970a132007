import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadWeeks, minutesByWeek } from './machine-load.rules.ts';

/** 2026-03-05 is a Thursday. */
const calendar = { today: '2026-03-05', working_hours_per_day: 8, working_days: [1, 2, 3, 4, 5] };

test('the first week counts from today to its Sunday, the others have all their working days', () => {
  assert.deepEqual(loadWeeks(calendar, '2026-03-02', 3), [
    { from: '2026-03-05', until: '2026-03-08', capacity_minutes: 960 },
    { from: '2026-03-09', until: '2026-03-15', capacity_minutes: 2400 },
    { from: '2026-03-16', until: '2026-03-22', capacity_minutes: 2400 },
  ]);
  assert.equal(
    loadWeeks({ ...calendar, today: '2026-03-08' }, '2026-03-02', 1)[0]!.capacity_minutes,
    0,
    'a Sunday on which nobody works',
  );
});

test('the minutes of a job over several weeks are split at their ends, and those after the last week left out', () => {
  const weeks = [{ capacity_minutes: 960 }, { capacity_minutes: 2400 }, { capacity_minutes: 2400 }];
  assert.deepEqual(minutesByWeek([], weeks), [0, 0, 0]);
  assert.deepEqual(
    minutesByWeek(
      [
        { start: 0, end: 900 },
        { start: 900, end: 1000 },
      ],
      weeks,
    ),
    [960, 40, 0],
  );
  assert.deepEqual(minutesByWeek([{ start: 3000, end: 9000 }], weeks), [0, 360, 2400]);
});
