/**
 * Converts minutes of work to calendar days. A machine processes its jobs one after the other, from the start of the
 * first working day, a fixed number of hours per day, on working days only. Days are `YYYY-MM-DD`; weekdays are ISO, 1
 * Monday … 7 Sunday.
 */
import { decimalOf, round, toNumber } from '../core/decimal.ts';
import type { Day } from '../core/dates.ts';

export interface Calendar {
  /** Work starts on this day, or on the first working day after it. */
  today: Day;
  working_hours_per_day: number;
  /** At least one. */
  working_days: readonly number[];
}
export interface Job {
  production_minutes: number;
  /** What is left of `production_minutes`; 0 for a job that is made. Default: all of them. */
  left_minutes?: number;
  delivery_date: Day;
  /** The job starts no sooner than on this day, or on the first working day after it. */
  not_before?: Day | null;
}
/** When a job is done. Minutes are working time, counted from the start of the first working day. */
export interface Placed<J extends Job> {
  job: J;
  start: number;
  end: number;
  starts_on: Day;
  ends_on: Day;
  /** Calendar days by which it ends after its delivery date; 0 when in time. */
  late_days: number;
}

const DAY_MS = 86_400_000;
const WEEK = 7;

/** Working minutes of a day: whole, at least one. */
export function minutesPerDay({ working_hours_per_day }: Pick<Calendar, 'working_hours_per_day'>): number {
  return Math.max(1, toNumber(round(decimalOf(working_hours_per_day).times(60), 0)));
}

/** The working day at a distance from the first one. @param index in working days; 0 is today if today is a working day */
export function workingDay({ today, working_days }: Omit<Calendar, 'working_hours_per_day'>, index: number): Day {
  const works = new Set(working_days);
  const isWorked = (number: number) => works.size === 0 || works.has(weekdayOf(number));
  let number = numberOf(today);
  while (!isWorked(number)) number += 1;
  const aWeek = works.size || WEEK;
  number += Math.floor(index / aWeek) * WEEK;
  for (let rest = index % aWeek; rest > 0;) {
    number += 1;
    if (isWorked(number)) rest -= 1;
  }
  return dayOf(number);
}

/** The minutes of work that a job still takes. */
export function minutesLeft({ production_minutes, left_minutes }: Pick<Job, 'production_minutes' | 'left_minutes'>) {
  return left_minutes ?? production_minutes;
}

/**
 * Places the jobs of one machine in their order: each starts in the minute in which the one before it ends, or on its
 * `not_before`. The machine waits for such a job; later jobs do not overtake it. A job that is made takes no time, waits for
 * no day and is not late.
 */
export function placeJobs<J extends Job>(jobs: readonly J[], calendar: Calendar): Placed<J>[] {
  const perDay = minutesPerDay(calendar);
  const days = new Map<number, Day>();
  const dayAt = (index: number): Day => {
    const known = days.get(index) ?? workingDay(calendar, index);
    days.set(index, known);
    return known;
  };
  let minute = 0;
  return jobs.map((job) => {
    const minutes = minutesLeft(job);
    const waits = minutes > 0 && job.not_before ? workingDaysBefore(calendar, job.not_before) * perDay : 0;
    const start = Math.max(minute, waits);
    minute = start + minutes;
    // A job that fills a day to its last minute ends on that day, not on the next.
    const ends_on = dayAt(Math.max(0, Math.ceil(minute / perDay) - 1));
    const late_days = minutes > 0 ? Math.max(0, numberOf(ends_on) - numberOf(job.delivery_date)) : 0;
    return { job, start, end: minute, starts_on: dayAt(Math.floor(start / perDay)), ends_on, late_days };
  });
}

/**
 * The day on which the last job of each line ends, over all machines. Jobs that are made do not count.
 * @param boards the jobs of each machine in their order
 * @returns days by the id of the line
 */
export function lastEnds<J extends Job & { item_id: number }>(
  boards: Iterable<readonly J[]>,
  calendar: Calendar,
): Map<number, Day> {
  const ends = new Map<number, Day>();
  for (const jobs of boards)
    for (const { job, ends_on } of placeJobs(jobs, calendar)) {
      if (minutesLeft(job) === 0) continue;
      const known = ends.get(job.item_id);
      if (known === undefined || known < ends_on) ends.set(job.item_id, ends_on);
    }
  return ends;
}

/**
 * The day on which the first job of each line starts, over all machines. Jobs that are made do not count.
 * @param boards the jobs of each machine in their order
 * @returns days by the id of the line
 */
export function firstStarts<J extends Job & { item_id: number }>(
  boards: Iterable<readonly J[]>,
  calendar: Calendar,
): Map<number, Day> {
  const starts = new Map<number, Day>();
  for (const jobs of boards)
    for (const { job, starts_on } of placeJobs(jobs, calendar)) {
      if (minutesLeft(job) === 0) continue;
      const known = starts.get(job.item_id);
      if (known === undefined || known > starts_on) starts.set(job.item_id, starts_on);
    }
  return starts;
}

/** Converts minutes to hours and to working days of the calendar; unrounded. */
export function hoursAndDays(minutes: number, calendar: Pick<Calendar, 'working_hours_per_day'>) {
  return {
    hours: toNumber(decimalOf(minutes).div(60)),
    days: toNumber(decimalOf(minutes).div(minutesPerDay(calendar))),
  };
}

/** The number of working days from today until a day, that day excluded; 0 for past days. */
function workingDaysBefore({ today, working_days }: Calendar, day: Day): number {
  const works = new Set(working_days);
  const days = Math.max(0, numberOf(day) - numberOf(today));
  const weeks = Math.floor(days / WEEK);
  let count = weeks * (works.size || WEEK);
  for (let number = numberOf(today) + weeks * WEEK; number < numberOf(day); number += 1)
    if (works.size === 0 || works.has(weekdayOf(number))) count += 1;
  return count;
}

/** Days since 1 January 1970. */
function numberOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`) / DAY_MS;
}

function dayOf(number: number): Day {
  return new Date(number * DAY_MS).toISOString().slice(0, 10);
}

/** 1 January 1970 was a Thursday. */
function weekdayOf(number: number): number {
  return ((((number + 3) % WEEK) + WEEK) % WEEK) + 1;
}
