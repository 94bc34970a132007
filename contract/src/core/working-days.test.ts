import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { addWorkingDays, workingDayUntil } from './working-days.ts';

const WEEK = [1, 2, 3, 4, 5];

describe('addWorkingDays', () => {
  test('skips closed days in both directions', () => {
    assert.equal(addWorkingDays('2026-12-03', -5, WEEK), '2026-11-26');
    assert.equal(addWorkingDays('2026-12-04', 1, WEEK), '2026-12-07');
    assert.equal(addWorkingDays('2026-12-05', 1, WEEK), '2026-12-07');
    assert.equal(addWorkingDays('2026-12-06', -1, WEEK), '2026-12-04');
    assert.equal(addWorkingDays('2026-12-03', 2, [2, 4]), '2026-12-10');
  });

  test('keeps a closed day for 0, and counts each day without working days', () => {
    assert.equal(addWorkingDays('2026-12-05', 0, WEEK), '2026-12-05');
    assert.equal(addWorkingDays('2026-12-04', 3, []), '2026-12-07');
  });

  test('counts days before the reference Monday', () => {
    assert.equal(addWorkingDays('1999-12-31', 1, WEEK), '2000-01-03');
  });
});

describe('workingDayUntil', () => {
  test('keeps a working day and moves a closed one back', () => {
    assert.equal(workingDayUntil('2026-12-04', WEEK), '2026-12-04');
    assert.equal(workingDayUntil('2026-12-06', WEEK), '2026-12-04');
  });
});
