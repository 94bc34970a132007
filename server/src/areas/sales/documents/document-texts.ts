/** Texts and number and date formats of printed documents, by language. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import { it, type DocumentTexts } from './texts/it.ts';

const TEXTS: Record<Language, DocumentTexts> = { it, fr, en };
/** Returns the texts of printed documents in a language. */
export function documentTexts(language: Language): DocumentTexts {
  return TEXTS[language];
}

/** Countries whose business language is French or Italian; documents for all others are in English. */
const FRENCH = new Set(['FR', 'MC', 'BE', 'LU', 'MA', 'DZ', 'TN', 'SN', 'CI', 'GP', 'MQ', 'GF', 'RE']);
const ITALIAN = new Set(['IT', 'SM', 'VA']);
/** Returns the document language for a customer's country (ISO code). */
export function languageOfCountry(country: string | null): Language {
  if (country !== null && ITALIAN.has(country)) return 'it';
  return country !== null && FRENCH.has(country) ? 'fr' : 'en';
}

/** Returns the reason for a missing VAT, by natura: the most specific text available, or null. */
export function naturaText(language: Language, natura: string): string | null {
  const texts = TEXTS[language].natura;
  return texts[natura] ?? texts[natura.split('.')[0]!] ?? null;
}
export interface PrintFormats {
  /** At most 5 decimals, at least `least`. */
  number: (value: number, least?: number) => string;
  money: (value: number, currency: string) => string;
  percent: (value: number) => string;
  /** `2026-03-15` → `15/03/2026` */
  day: (value: string) => string;
}
const made = new Map<Language, PrintFormats>();
/** Returns the number and date formats of a language; cached. */
export function printFormats(language: Language): PrintFormats {
  const known = made.get(language);
  if (known) return known;
  const formats = createFormats(language);
  made.set(language, formats);
  return formats;
}

/** Replaces the `{{places}}` of a text by values. */
export function fillText(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function createFormats(language: Language): PrintFormats {
  const { locale } = TEXTS[language];
  // `always`, because Italian otherwise prints 8767 next to 10.586.
  const grouped = { useGrouping: 'always' } as unknown as Intl.NumberFormatOptions;
  const numbers = [0, 1, 2].map(
    (least) => new Intl.NumberFormat(locale, { ...grouped, minimumFractionDigits: least, maximumFractionDigits: 5 }),
  );
  const money = new Map<string, Intl.NumberFormat>();
  const moneyFormat = (currency: string) => {
    const known = money.get(currency);
    if (known) return known;
    const format = new Intl.NumberFormat(locale, { ...grouped, style: 'currency', currency });
    money.set(currency, format);
    return format;
  };
  return {
    number: (value, least = 0) => numbers[least]!.format(value),
    money: (value, currency) => moneyFormat(currency).format(value),
    percent: (value) => numbers[0]!.format(value),
    day: (value) => value.slice(0, 10).split('-').toReversed().join('/'),
  };
}
