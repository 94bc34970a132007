/** Days are `YYYY-MM-DD` texts; "today" is the company's, in its time zone. */
export type Day = string;

/** Making one costs forty times what using it does, and there are as many as companies: one. */
const formats = new Map<string, Intl.DateTimeFormat>();
/** @param timeZone an IANA name, for example Europe/Rome */
export function today(timeZone: string, now: Date = new Date()): Day {
  return formatOf(timeZone).format(now);
}

/** Whether an IANA time zone is known here. A bare offset is none: it knows no summer, and PostgreSQL reads its sign the other way round. */
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
/** @param days may be below zero */
export function addDays(day: Day, days: number): Day {
  return new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' });
  formats.set(timeZone, format);
  return format;
}
