/** Days of the demo company, counted back from today. */
const MS_PER_DAY = 86_400_000;

export function noonOf(daysAgo: number): Date {
  return new Date(Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY - daysAgo * MS_PER_DAY + 11 * 3_600_000);
}
/** `YYYY-MM-DD`; a negative number is a day to come. */
export function dayOf(daysAgo: number): string {
  return noonOf(daysAgo).toISOString().slice(0, 10);
}
