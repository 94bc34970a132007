/** Distributes the scheduled minutes of a machine over weeks. */
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import { minutesPerDay, type Calendar } from '@bobina/contract/production/calendar.rules.ts';

export interface LoadWeek {
  from: Day;
  until: Day;
  /** Working minutes of one machine. */
  capacity_minutes: number;
}

/** Returns the weeks from today, the first one until its Sunday, with their working minutes. */
export function loadWeeks(calendar: Calendar, monday: Day, count: number): LoadWeek[] {
  return Array.from({ length: count }, (_, week) => {
    const from = week === 0 ? calendar.today : addDays(monday, 7 * week);
    const until = addDays(monday, 7 * week + 6);
    return { from, until, capacity_minutes: workingDays(calendar, from, until) * minutesPerDay(calendar) };
  });
}

/**
 * Sums the minutes of placed jobs by week; minutes after the last week are left out.
 * @param jobs working minutes from the start of the first working day
 */
export function minutesByWeek(
  jobs: readonly { start: number; end: number }[],
  weeks: readonly Pick<LoadWeek, 'capacity_minutes'>[],
): number[] {
  let begin = 0;
  return weeks.map(({ capacity_minutes }) => {
    const [from, until] = [begin, begin + capacity_minutes];
    begin = until;
    return jobs.reduce((sum, { start, end }) => sum + Math.max(0, Math.min(end, until) - Math.max(start, from)), 0);
  });
}

function workingDays({ working_days }: Calendar, from: Day, until: Day): number {
  let count = 0;
  for (let day = from; day <= until; day = addDays(day, 1)) {
    const weekday = new Date(day).getUTCDay() || 7;
    if (working_days.length === 0 || working_days.includes(weekday)) count += 1;
  }
  return count;
}
