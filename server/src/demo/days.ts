/** Days of the demo company, counted back from today. */
const MS_PER_DAY = 86_400_000;

export const noonOf = (daysAgo: number): Date =>
  new Date(Math.floor(Date.now() / MS_PER_DAY) * MS_PER_DAY - daysAgo * MS_PER_DAY + 11 * 3_600_000);
/** `YYYY-MM-DD`; a negative number is a day to come. */
export const dayOf = (daysAgo: number): string => noonOf(daysAgo).toISOString().slice(0, 10);
