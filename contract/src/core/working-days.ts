/** Counts working days of the company. Weekdays are ISO, 1 Monday … 7 Sunday. */
import { addDays, daysBetween, type Day } from './dates.ts';

/** A Monday. */
const MONDAY: Day = '2024-01-01';

/**
 * Returns the day that is a number of working days after a day, or before it if negative. 0 returns the day itself, even
 * a closed one.
 * @param workingDays without any, each day is one
 */
export function addWorkingDays(day: Day, count: number, workingDays: readonly number[]): Day {
  const step = count < 0 ? -1 : 1;
  const weekday = weekdayOf(day);
  let left = Math.abs(count);
  let days = 0;
  while (left > 0) {
    days += step;
    if (workingDays.length === 0 || workingDays.includes(isoWeekday(weekday + days))) left -= 1;
  }
  return days === 0 ? day : addDays(day, days);
}

/** Returns a day itself if it is a working day, otherwise the last working day before it. */
export function workingDayUntil(day: Day, workingDays: readonly number[]): Day {
  return addWorkingDays(addDays(day, 1), -1, workingDays);
}

function weekdayOf(day: Day): number {
  return isoWeekday(daysBetween(MONDAY, day) + 1);
}

/** 8 is a Monday again, and 0 a Sunday. */
function isoWeekday(count: number): number {
  return ((((count - 1) % 7) + 7) % 7) + 1;
}
