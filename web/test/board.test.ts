import { describe, expect, test } from 'vitest';
import type { MachineJob } from '@bobina/contract/production/scheduling.ts';
import { barsOf, indexAt, markAt } from '../src/areas/production/board/geometry.ts';
import { applyMove, moveTo, type Lane } from '../src/areas/production/board/moves.ts';
import { lanesDrawn } from '../src/areas/production/board/use-slices.ts';
import { timeShown } from '../src/areas/production/item/time-shown.ts';
import { idsOf, idsText } from '../src/areas/production/materials/ids.ts';

function job(scheduling_id: number, production_minutes = 60) {
  return { scheduling_id, production_minutes, delivery_date: '2099-01-01' } as MachineJob;
}
function lane(machine_id: number, ids: number[], is_active = true): Lane {
  return {
    machine_id,
    machine_code: `M-${machine_id}`,
    machine_description: '',
    is_active,
    total_minutes: ids.length * 60,
    jobs: ids.map((id) => job(id)),
  };
}
const board = [lane(1, [11, 12, 13]), lane(2, [21]), lane(3, [31], false)];
function idsIn(lanes: readonly Lane[]) {
  return lanes.map(({ jobs }) => jobs.map(({ scheduling_id }) => scheduling_id).join());
}

test('the job of a delivered line is not late', () => {
  const calendar = { today: '2026-03-02', working_hours_per_day: 8, working_days: [1, 2, 3, 4, 5] } as never;
  const late = { ...job(1), delivery_date: '2026-02-01', left_minutes: 60, quantity: 10 };
  const days = (delivered_quantity: number) =>
    barsOf([{ ...late, delivered_quantity }], calendar, 'days')[0]!.late_days;
  expect([days(9), days(10)]).toEqual([29, 0]);
});

test('lanes are rendered in order, as far as the job limit allows', () => {
  const jobs = (...counts: number[]) => counts.map((count) => ({ jobs: Array.from({ length: count }) }));
  expect(lanesDrawn(jobs(40, 0, 30, 40, 5), 60)).toEqual([true, true, true, false, false]);
  expect(lanesDrawn(jobs(3, 2, 1), 60)).toEqual([true, true, true]);
  expect(lanesDrawn(jobs(500, 1), 60)).toEqual([true, false]);
});

test('calculated times are shown in the user’s language, typed times as typed', () => {
  const job = (production_time: string, production_minutes: number) => ({ production_time, production_minutes });
  expect(timeShown(job('2 ore e 30 minuti', 150), 'fr')).toBe('2 heures et 30 minutes');
  expect(timeShown(job('2 heures et 30 minutes', 150), 'it')).toBe('2 ore e 30 minuti');
  expect(timeShown(job('2h30', 150), 'fr')).toBe('2h30');
});

describe('applyMove', () => {
  test.each([
    ['before another', 13, 1, 11, ['13,11,12', '21', '31']],
    ['to the end', 11, 1, null, ['12,13,11', '21', '31']],
    ['to another machine', 12, 2, 21, ['11,13', '12,21', '31']],
    ['before a deleted job: to the end', 12, 2, 99, ['11,13', '21,12', '31']],
    ['off an inactive machine', 31, 2, 21, ['11,12,13', '31,21', '']],
    ['not onto an inactive machine', 11, 3, null, ['11,12,13', '21', '31']],
    ['a deleted job is not added', 99, 1, null, ['11,12,13', '21', '31']],
    ['before itself: no change', 12, 1, 12, ['11,12,13', '21', '31']],
  ] as const)('%s', (_name, scheduling, machine, before, expected) => {
    expect(idsIn(applyMove(board, { scheduling, machine, before }))).toEqual(expected);
  });
  test('recalculates minutes and keeps the identity of unchanged lanes', () => {
    const moved = applyMove(board, { scheduling: 11, machine: 2, before: null });
    expect(moved.map(({ total_minutes }) => total_minutes)).toEqual([120, 120, 60]);
    expect(moved[2]).toBe(board[2]);
    expect(applyMove(board, { scheduling: 13, machine: 1, before: null })).toBe(board);
  });
  test.each([
    [0, 11, null],
    [1, 11, 13],
    [5, 12, null],
    [-1, 12, 11],
  ])('a place among the others: %i', (index, scheduling, before) => {
    const expected = index === 0 ? 12 : before;
    expect(moveTo(board[0]!, scheduling, index).before).toBe(expected);
  });
});

test('bars have the width of their minutes with a minimum, and determine the drop position', () => {
  const calendar = { today: '2026-03-20', working_hours_per_day: 8, working_days: [1, 2, 3, 4, 5] };
  const bars = barsOf([job(1, 480), job(2, 1), job(3, 240)], calendar, 'days');
  expect(bars.map(({ left, width }) => [left, width])).toEqual([
    [0, 238],
    [240, 30],
    [272, 118],
  ]);
  expect([-10, 130, 260, 900].map((x) => indexAt(bars, 2, x))).toEqual([0, 1, 1, 2]);
  expect([0, 1, 2].map((index) => markAt(bars, 2, index))).toEqual([-2, 270, 392]);
});

test('ids in the URL are written as ranges', () => {
  expect(idsText([5, 3, 4, 9, 4])).toBe('3-5.9');
  expect(idsOf('3-5.9')).toEqual([3, 4, 5, 9]);
  for (const text of [undefined, '', 'x', '5-', '9-3', '0', '1-99999999']) expect(idsOf(text)).toEqual([]);
});
