import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  firstStarts,
  hoursAndDays,
  lastEnds,
  minutesPerDay,
  placeJobs,
  workingDay,
  type Calendar,
  type Job,
} from './calendar.rules.ts';

const WEEKDAYS = [1, 2, 3, 4, 5];
/** 2026-03-20 is a Friday. */
const friday: Calendar = { today: '2026-03-20', working_hours_per_day: 8, working_days: WEEKDAYS };

describe('workingDay', () => {
  const cases: [string, string, number[], number, string][] = [
    ['today, when it is worked', '2026-03-20', WEEKDAYS, 0, '2026-03-20'],
    ['over a weekend', '2026-03-20', WEEKDAYS, 1, '2026-03-23'],
    ['from a Saturday: Monday', '2026-03-21', WEEKDAYS, 0, '2026-03-23'],
    ['from a Sunday: Monday', '2026-03-22', WEEKDAYS, 0, '2026-03-23'],
    ['a week later', '2026-03-20', WEEKDAYS, 5, '2026-03-27'],
    ['two weeks and a day later', '2026-03-20', WEEKDAYS, 11, '2026-04-06'],
    ['Saturdays worked too', '2026-03-20', [...WEEKDAYS, 6], 2, '2026-03-23'],
    ['every day', '2026-02-27', [1, 2, 3, 4, 5, 6, 7], 3, '2026-03-02'],
    ['one day a week', '2026-03-20', [3], 2, '2026-04-08'],
    ['over a leap day', '2028-02-28', WEEKDAYS, 1, '2028-02-29'],
    ['over the end of summer time', '2026-10-23', WEEKDAYS, 1, '2026-10-26'],
    ['ten years', '2026-01-01', [1, 2, 3, 4, 5, 6, 7], 3653, '2036-01-02'],
    ['before 1970', '1969-12-31', WEEKDAYS, 1, '1970-01-01'],
  ];
  for (const [name, today, working_days, index, expected] of cases)
    test(name, () => assert.equal(workingDay({ today, working_days }, index), expected));
});

test('minutesPerDay is whole', () => {
  const perDay = (working_hours_per_day: number) => minutesPerDay({ working_hours_per_day });
  assert.deepEqual([8, 7.5, 24, 7.333, 0.001].map(perDay), [480, 450, 1440, 440, 1]);
});

describe('placeJobs', () => {
  const place = (minutes: number[], calendar: Partial<Calendar> = {}, delivery_date = '2099-01-01') =>
    placeJobs(
      minutes.map((production_minutes) => ({ production_minutes, delivery_date })),
      { ...friday, ...calendar },
    ).map(({ start, end, starts_on, ends_on, late_days }) => [start, end, starts_on, ends_on, late_days]);

  test('jobs follow one another, and a job that fills a day ends on it', () =>
    assert.deepEqual(place([480, 1, 479, 960]), [
      [0, 480, '2026-03-20', '2026-03-20', 0],
      [480, 481, '2026-03-23', '2026-03-23', 0],
      [481, 960, '2026-03-23', '2026-03-23', 0],
      [960, 1920, '2026-03-24', '2026-03-25', 0],
    ]));
  test('a job runs over a weekend', () =>
    assert.deepEqual(place([240, 300]), [
      [0, 240, '2026-03-20', '2026-03-20', 0],
      [240, 540, '2026-03-20', '2026-03-23', 0],
    ]));
  test('uses other hours and working days', () =>
    assert.deepEqual(place([240, 300], { working_hours_per_day: 4.5, working_days: [6] }), [
      [0, 240, '2026-03-21', '2026-03-21', 0],
      [240, 540, '2026-03-21', '2026-03-28', 0],
    ]));
  test('a job starts no sooner than its day, on a working day, and later jobs do not overtake it', () => {
    const job = (not_before: string | null) => ({ production_minutes: 60, delivery_date: '2099-01-01', not_before });
    const starts = (...days: (string | null)[]) =>
      placeJobs(days.map(job), friday).map(({ start, starts_on }) => [start, starts_on]);
    assert.deepEqual(starts(null, '2026-03-22', null), [
      [0, '2026-03-20'],
      [480, '2026-03-23'],
      [540, '2026-03-23'],
    ]);
    assert.deepEqual(starts('2026-03-01', '2026-03-20'), [
      [0, '2026-03-20'],
      [60, '2026-03-20'],
    ]);
    assert.deepEqual(starts('2026-04-01'), [[8 * 480, '2026-04-01']]);
  });
  test('a started job takes what is left of its time; a made one takes none, waits for no day and is not late', () => {
    const job = (left_minutes: number, more: Partial<Job> = {}) => ({
      ...{ production_minutes: 480, left_minutes, delivery_date: '2026-03-20' },
      ...more,
    });
    const jobs = [job(120), job(0, { not_before: '2026-04-01', delivery_date: '2026-01-01' }), job(480)];
    assert.deepEqual(
      placeJobs(jobs, friday).map(({ start, end, ends_on, late_days }) => [start, end, ends_on, late_days]),
      [
        [0, 120, '2026-03-20', 0],
        [120, 120, '2026-03-20', 0],
        [120, 600, '2026-03-23', 3],
      ],
    );
    const lines = jobs.map((one, index) => ({ ...one, item_id: index }));
    assert.deepEqual([...lastEnds([lines], friday).keys()], [0, 2]);
    assert.deepEqual([...firstStarts([lines], friday).keys()], [0, 2]);
  });
  test('an empty list has no jobs', () => assert.deepEqual(place([]), []));
  const late: [string, string, number][] = [
    ['on the delivery date is in time', '2026-03-23', 0],
    ['after it is late, by calendar days', '2026-03-20', 3],
    ['long after', '2026-02-28', 23],
  ];
  for (const [name, delivery_date, days] of late)
    test(name, () => assert.deepEqual(place([481], {}, delivery_date), [[0, 481, '2026-03-20', '2026-03-23', days]]));
});

test('hoursAndDays', () => {
  assert.deepEqual(hoursAndDays(150, friday), { hours: 2.5, days: 0.3125 });
  assert.deepEqual(hoursAndDays(0, friday), { hours: 0, days: 0 });
  assert.deepEqual(hoursAndDays(90, { working_hours_per_day: 7.5 }), { hours: 1.5, days: 0.2 });
});
