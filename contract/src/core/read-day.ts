/** Days as people write them, in Italian, French and English: one parser for fields, pasted rows and imports. */
import { addDays, type Day } from './dates.ts';

/** What a day without a year, a word or `+7` is relative to. */
export interface DayContext {
  /** The company's today. */
  today: Day;
  /** First and last day that the field allows: they choose the year where none is written, nothing else. */
  min?: Day | undefined;
  max?: Day | undefined;
}

/**
 * Reads a day, day first: `5/3`, `5.3.26`, `050326`, `2026-03-05`, `12 dicembre 2026`, `Dec 12, 2026`, `oggi`, `demain`,
 * `+7`. Without a year it is the nearest day to today within `min` and `max`, the later of two equally near.
 * @returns `YYYY-MM-DD`, possibly outside `min` and `max` when the year was written; null when the text is not a day
 */
export function readDay(typed: string, { today, min, max }: DayContext): Day | null {
  const text = simplify(typed);
  const ahead = AHEAD.get(text) ?? /^\+ ?(\d{1,4})$/.exec(text)?.[1];
  if (ahead !== undefined) return addDays(today, Number(ahead));
  const date = partsOf(text) ?? partsAfterWeekday(text);
  if (!date) return null;
  const day = date.year === null ? nearest(date, { today, min, max }) : dayOf(date.year, date.month, date.day);
  if (day === null || date.weekday === undefined) return day;
  return new Date(`${day}T00:00:00Z`).getUTCDay() === date.weekday ? day : null;
}

/** Whether a value is a day as the wire carries it: `YYYY-MM-DD`, on the calendar, from 1900 on. */
export function isDay(value: unknown): value is Day {
  if (typeof value !== 'string') return false;
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value) ?? [];
  return year !== undefined && year >= '1900' && dayOf(Number(year), Number(month), Number(day)) !== null;
}

interface Parts {
  year: number | null;
  month: number;
  day: number;
  /** 0 is Sunday. A weekday that contradicts the date makes it unreadable. */
  weekday?: number;
}

const AHEAD = new Map([
  ['oggi', 0],
  ['today', 0],
  ["aujourd'hui", 0],
  ['aujourdhui', 0],
  ['domani', 1],
  ['demain', 1],
  ['tomorrow', 1],
]);

/** By month, without accents. */
const MONTH_NAMES = [
  'gennaio gen janvier janv jan january',
  'febbraio feb fevrier fevr fev february',
  'marzo mar mars march',
  'aprile apr avril avr april',
  'maggio mag mai may',
  'giugno giu juin june jun',
  'luglio lug juillet juil july jul',
  'agosto ago aout aou august aug',
  'settembre sett set septembre sept sep september',
  'ottobre ott octobre oct october',
  'novembre nov november',
  'dicembre dic decembre dec december',
];
/** By weekday, Sunday first. */
const WEEKDAY_NAMES = [
  'domenica dom dimanche dim sunday sun',
  'lunedi lun lundi monday mon',
  'martedi mar mardi tuesday tue tues',
  'mercoledi mer mercredi wednesday wed',
  'giovedi gio jeudi jeu thursday thu thur thurs',
  'venerdi ven vendredi friday fri',
  'sabato sab samedi sam saturday sat',
];
function numbered(names: readonly string[], first: number): ReadonlyMap<string, number> {
  return new Map(names.flatMap((row, index) => row.split(' ').map((name) => [name, index + first] as const)));
}
const MONTHS = numbered(MONTH_NAMES, 1);
const WEEKDAYS = numbered(WEEKDAY_NAMES, 0);

/** Lower case, without accents, ordinal signs (`1er`, `2nd`, `1°`) and repeated spaces. */
function simplify(typed: string): string {
  return typed
    .replaceAll(/[°º]/g, '')
    .normalize('NFKC')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('’', "'")
    .toLowerCase()
    .replaceAll(/\b(\d{1,2})(?:st|nd|rd|th|er)\b/g, '$1')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

function partsOf(text: string): Parts | null {
  return /[a-z]/.test(text) ? partsWithName(text) : partsOfNumbers(text);
}

function partsAfterWeekday(text: string): Parts | null {
  const [, name = '', rest = ''] = /^([a-z]+)\.?,? (.+)$/.exec(text) ?? [];
  const weekday = WEEKDAYS.get(name);
  const parts = weekday === undefined ? null : partsOf(rest);
  return parts && { ...parts, weekday: weekday! };
}

const SHORT = /^\d{1,2}$/;
const YEAR = /^\d{4}$/;
function yearOf(text: string) {
  return (text.length === 2 ? 2000 : 0) + Number(text);
}

/** `5/3`, `5.3.26`, `2026-03-05`, `050326`, `05032026`. */
function partsOfNumbers(text: string): Parts | null {
  const packed = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text);
  const [first = '', second = '', third, ...more] = packed?.slice(1) ?? text.split(/ ?[/.-] ?| /);
  if (more.length > 0 || !SHORT.test(second)) return null;
  const month = Number(second);
  if (third === undefined) return SHORT.test(first) ? { year: null, month, day: Number(first) } : null;
  if (YEAR.test(first)) return SHORT.test(third) ? { year: Number(first), month, day: Number(third) } : null;
  if (!SHORT.test(first) || !/^(\d{4}|\d{2})$/.test(third)) return null;
  return { year: yearOf(third), month, day: Number(first) };
}

/**
 * `12 dicembre 2026`, `12-dic-26`, `12 dic`, `Dec 12, 2026`, `2026 Dec 12`. A month with one number after it is refused:
 * `dic 26` may be a month of 2026.
 */
function partsWithName(text: string): Parts | null {
  const words = text
    .replaceAll(/(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/g, ' ')
    .split(/[ /.,-]+/)
    .filter(Boolean);
  const at = words.findIndex((word) => MONTHS.has(word));
  if (at < 0) return null;
  const month = MONTHS.get(words[at]!)!;
  const [first = '', second, ...more] = words.filter((_, index) => index !== at);
  if (more.length > 0) return null;
  if (second === undefined) return at === 1 && SHORT.test(first) ? { year: null, month, day: Number(first) } : null;
  if (at < 2 && SHORT.test(first) && (YEAR.test(second) || (at === 1 && /^\d{2}$/.test(second))))
    return { year: yearOf(second), month, day: Number(first) };
  if (at === 1 && YEAR.test(first) && SHORT.test(second)) return { year: Number(first), month, day: Number(second) };
  return null;
}

/** Leap days come back after eight years at most. */
const YEARS_AROUND = 8;

/** Without any such day within the limits, the nearest one outside of them: the field then names its limit. */
function nearest({ month, day }: Parts, { today, min, max }: DayContext): Day | null {
  const years = new Set<number>();
  for (const from of [today, min, max])
    for (let away = -YEARS_AROUND; from !== undefined && away <= YEARS_AROUND; away++)
      years.add(Number(from.slice(0, 4)) + away);
  const days = [...years].flatMap((year) => dayOf(year, month, day) ?? []);
  const allowed = days.filter((one) => !(min && one < min) && !(max && one > max));
  const distance = (one: Day) => Math.abs(Date.parse(one) - Date.parse(today));
  const [best] = (allowed.length > 0 ? allowed : days).toSorted(
    (a, b) => distance(a) - distance(b) || (a < b ? 1 : -1),
  );
  return best ?? null;
}

/** null when the calendar has no such day. */
function dayOf(year: number, month: number, day: number): Day | null {
  const two = (part: number) => String(part).padStart(2, '0');
  const full = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  const date = new Date(`${full}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(full) ? full : null;
}
