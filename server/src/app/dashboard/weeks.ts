/** Weeks from Monday to Sunday. */
import { addDays, type Day } from '@bobina/contract/core/dates.ts';

/** Returns the Monday of a day's week. */
export function mondayOf(day: Day): Day {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7));
}
