/** Production times: computes them from minutes per pack, formats them, and parses typed ones. */
import { decimalOf, round, toNumber } from '../core/decimal.ts';
import type { Language } from '../core/languages.ts';

/** Minutes of a working day, for inputs such as `1 giorno`. */
const MINUTES_PER_DAY = 480;
/** Ten years: a longer time counts as a typing error. */
const MOST_MINUTES = 5_256_000;

/** Rounds half up to the whole minute, at least 1 for any time above zero. @param minutes not below zero */
export function wholeMinutes(minutes: number | string): number {
  const exact = decimalOf(minutes);
  return exact.gt(0) ? Math.max(1, toNumber(round(exact, 0))) : 0;
}

/** Default production time of a quantity. @returns whole minutes, or null if no default can be computed */
export function minutesFor(
  minutiPerConfezione: number | string | null | undefined,
  quantity: number | string,
): number | null {
  if (minutiPerConfezione == null || decimalOf(minutiPerConfezione).lte(0)) return null;
  return wholeMinutes(decimalOf(minutiPerConfezione).times(quantity).toFixed());
}

const WORDS: Record<
  Language,
  {
    hours: [one: string, many: string];
    minutes: [one: string, many: string];
    and: string;
    isOne: (n: number) => boolean;
  }
> = {
  it: { hours: ['ora', 'ore'], minutes: ['minuto', 'minuti'], and: 'e', isOne: (n) => n === 1 },
  fr: { hours: ['heure', 'heures'], minutes: ['minute', 'minutes'], and: 'et', isOne: (n) => n < 2 },
  en: { hours: ['hour', 'hours'], minutes: ['minute', 'minutes'], and: 'and', isOne: (n) => n === 1 },
};

/** Formats minutes as hours and minutes: 150 → `2 ore e 30 minuti` */
export function formatMinutes(minutes: number | string, language: Language): string {
  const whole = wholeMinutes(minutes);
  const words = WORDS[language];
  const durationPart = (n: number, [one, many]: [string, string]) => `${n} ${words.isOne(n) ? one : many}`;
  const [hours, rest] = [Math.floor(whole / 60), whole % 60];
  const parts = [
    ...(hours > 0 ? [durationPart(hours, words.hours)] : []),
    ...(rest > 0 || hours === 0 ? [durationPart(rest, words.minutes)] : []),
  ];
  return parts.join(` ${words.and} `);
}

const NUMBER = String.raw`(\d{1,9}(?:[.,]\d{1,5})?)`;
const DAYS = '(?:giorni|giorno|gg|g|jours|jour|j|days|day|d)';
const HOURS = '(?:ore|ora|heures|heure|hours|hour|hrs|hr|h)';
const MINUTES = "(?:minuti|minuto|minutes|minute|mins|min|mn|m|')";
const JOINT = String.raw`\.?(?:\s*,\s*|\s+(?:e|et|and)\s+|\s*)`;
const DURATION = new RegExp(
  `^(?:${NUMBER}\\s*${DAYS}(?:${JOINT}(?=\\d)|\\.?$))?(?:${NUMBER}\\s*${HOURS}(?:${JOINT}(?=\\d)|\\.?$))?(?:${NUMBER}(?:\\s*(${MINUTES})\\.?)?)?$`,
);
const CLOCK = /^(\d{1,4}):([0-5]\d)$/;

/**
 * Parses a time in Italian, French or English: `2 ore e 30 minuti`, `2h30`, `2:30`, `90 minuti`, `1,5 ore`, `2 heures
 * et 5`, `1 giorno`. @returns whole minutes, or null if the text is not a time above zero
 */
export function parseTime(text: string): number | null {
  const plain = text.normalize('NFKC').trim().toLowerCase().replace(/\s+/g, ' ');
  const clock = CLOCK.exec(plain);
  const found = clock ? [plain, undefined, clock[1], clock[2], ':'] : DURATION.exec(plain);
  if (!found) return null;
  const [, days, hours, minutes, unit] = found;
  // Minutes without a unit are allowed only after hours, and must be below 60.
  if (minutes !== undefined && unit === undefined && (hours === undefined || !/^[0-5]?\d$/.test(minutes))) return null;
  const number = (typed: string | undefined) => decimalOf((typed ?? '0').replace(',', '.'));
  const total = number(days).times(MINUTES_PER_DAY).plus(number(hours).times(60)).plus(number(minutes));
  return total.lte(0) || total.gt(MOST_MINUTES) ? null : wholeMinutes(total.toFixed());
}
