import type { Day } from '@bobina/contract/core/dates.ts';
import { isDay, readDay, type DayContext } from '@bobina/contract/core/read-day.ts';
import { companyToday } from './company-day.ts';

/** Parses a typed or pasted day relative to the company's today (see `readDay`). Returns null if it is not a day. */
export function readTypedDay(typed: string, limits: Omit<DayContext, 'today'> = {}): Day | null {
  return readDay(typed, { today: companyToday(), ...limits });
}

/** The value of a day field, or null if its text is not a day. For queries and dependent fields. */
export function dayOrNull(value: string | null | undefined): Day | null {
  return isDay(value) ? value : null;
}
