/** Days are `YYYY-MM-DD` texts; "today" is the company's day, in its time zone. */
export type Day = string;

const DAY_MS = 86_400_000;

/** Cache: creating a formatter costs forty times as much as using it. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** The current day in a time zone. @param timeZone an IANA name, for example Europe/Rome */
export function today(timeZone: string, now: Date = new Date()): Day {
  return formatOf(timeZone).format(now);
}

/**
 * Whether the runtime supports an IANA time zone. Bare offsets are refused: they have no daylight saving time, and
 * PostgreSQL reads their sign the other way round.
 */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Za-z]/.test(name)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
/** `2026-03-15` → `15/03/2026` */
export function dayForPeople(day: Day): string {
  return day.split('-').toReversed().join('/');
}
/** Adds days to a day. @param days may be negative */
export function addDays(day: Day, days: number): Day {
  return new Date(startOf(day) + days * DAY_MS).toISOString().slice(0, 10);
}
/** Returns the days from one day to another; negative when the second one is earlier. */
export function daysBetween(from: Day, to: Day): number {
  return (startOf(to) - startOf(from)) / DAY_MS;
}

function startOf(day: Day): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format;
}
