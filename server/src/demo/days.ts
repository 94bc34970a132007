/** Days of the demo company, counted back from today. */
import { today } from '@bobina/contract/core/dates.ts';

const MS_PER_DAY = 86_400_000;
/** Both demo companies live in this time zone or in one with the same time. */
const TODAY = Date.parse(`${today('Europe/Rome')}T11:00Z`);

/** Returns 11:00 UTC of the day `daysAgo` days before today. */
export function noonOf(daysAgo: number): Date {
  return new Date(TODAY - daysAgo * MS_PER_DAY);
}
/** Returns the day as `YYYY-MM-DD`; a negative number is a future day. */
export function dayOf(daysAgo: number): string {
  return noonOf(daysAgo).toISOString().slice(0, 10);
}
