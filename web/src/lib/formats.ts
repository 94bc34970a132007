/** How values are written for people, by language. Empty is an em dash everywhere. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { LOCALES, useLanguage } from './i18n/i18n.ts';

export const EMPTY = '—';
type Maybe<T> = T | null | undefined;

/** `always`: Italian otherwise prints 8767 but 10.586 in the same column. */
const GROUPED = { useGrouping: 'always' } as unknown as Intl.NumberFormatOptions;
export type Formats = ReturnType<typeof createFormats>;

const ofLanguages = new Map<Language, Formats>();
/** Made once for each language: a formatter of Intl costs up to a millisecond, and every cell of a table asks for some. */
export function formatsOf(language: Language): Formats {
  let formats = ofLanguages.get(language);
  if (!formats) ofLanguages.set(language, (formats = createFormats(language)));
  return formats;
}

export function useFormats(): Formats {
  return formatsOf(useLanguage());
}

function isEmpty(value: unknown): value is null | undefined | '' {
  return value === null || value === undefined || value === '';
}

function createFullDayFormat(locale: string) {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });
}

function createFormats(language: Language) {
  const locale = LOCALES[language];
  const made = new Map<string, Intl.NumberFormat>();
  const numberFormat = (options: Intl.NumberFormatOptions) => {
    const key = JSON.stringify(options);
    let format = made.get(key);
    if (!format) made.set(key, (format = new Intl.NumberFormat(locale, { ...GROUPED, ...options })));
    return format;
  };
  let fullDayFormat: Intl.DateTimeFormat | undefined;
  let instantFormat: Intl.DateTimeFormat | undefined;
  const writeInstant = (value: string): string => {
    instantFormat ??= new Intl.DateTimeFormat('en-GB', {
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
    });
    return instantFormat.format(new Date(value)).replace(',', '');
  };

  const number = (value: Maybe<number>, most = 5, least = 0): string =>
    isEmpty(value)
      ? EMPTY
      : numberFormat({ minimumFractionDigits: least, maximumFractionDigits: Math.max(most, least) }).format(value);
  return {
    language,
    /** Up to `most` decimals, at least `least`. */
    number,
    /** With its unit beside it: `8.767 kg`. */
    quantity: (value: Maybe<number>, unit: string, most = 5): string =>
      isEmpty(value) ? EMPTY : `${number(value, most)}\u00a0${unit}`,
    /** Two decimals, more where there are more: `4,33 €`. */
    money: (value: Maybe<number>, currency = 'EUR', most = 2): string =>
      isEmpty(value)
        ? EMPTY
        : numberFormat({ style: 'currency', currency, minimumFractionDigits: 2, maximumFractionDigits: most }).format(
            value,
          ),
    percent: (value: Maybe<number>): string => (isEmpty(value) ? EMPTY : `${number(value, 2)}\u00a0%`),
    /** `2026-03-15` → `15/03/2026` */
    day: (value: Maybe<string>): string =>
      isEmpty(value) ? EMPTY : value.slice(0, 10).split('-').toReversed().join('/'),
    /** `2026-03-15` → `domenica 15 marzo 2026` */
    fullDay: (value: string): string =>
      (fullDayFormat ??= createFullDayFormat(locale)).format(new Date(`${value}T00:00:00Z`)),
    /** An instant in the reader's time zone: `15/03/2026 09:30` */
    instant: (value: Maybe<string>): string => (isEmpty(value) ? EMPTY : writeInstant(value)),
    text: (value: Maybe<string>): string => (isEmpty(value) ? EMPTY : value),
  };
}
