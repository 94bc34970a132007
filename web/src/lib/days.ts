import type { Day } from '@bobina/contract/core/dates.ts';
import { isDay, readDay, type DayContext } from '@bobina/contract/core/read-day.ts';
import { companyToday } from './company-day.ts';

/** Reads what somebody typed or pasted, relative to the company's today; null when it is not a day. See `readDay`. */
export function readTypedDay(typed: string, limits: Omit<DayContext, 'today'> = {}): Day | null {
  return readDay(typed, { today: companyToday(), ...limits });
}

/** The value of a day field without the text that is not a day: for queries and other fields that depend on it. */
export function dayOrNull(value: string | null | undefined): Day | null {
  return isDay(value) ? value : null;
}
