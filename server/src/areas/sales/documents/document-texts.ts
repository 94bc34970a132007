/** The words and the forms of numbers and days on printed documents, by language. */
import type { Language } from '@bobina/contract/core/languages.ts';
import { en } from './texts/en.ts';
import { fr } from './texts/fr.ts';
import { it, type DocumentTexts } from './texts/it.ts';

const TEXTS: Record<Language, DocumentTexts> = { it, fr, en };
export function documentTexts(language: Language): DocumentTexts {
  return TEXTS[language];
}

/** Where business is done in French or in Italian; a customer anywhere else is written to in English. */
const FRENCH = new Set(['FR', 'MC', 'BE', 'LU', 'MA', 'DZ', 'TN', 'SN', 'CI', 'GP', 'MQ', 'GF', 'RE']);
const ITALIAN = new Set(['IT', 'SM', 'VA']);
export function languageOfCountry(country: string | null): Language {
  if (country !== null && ITALIAN.has(country)) return 'it';
  return country !== null && FRENCH.has(country) ? 'fr' : 'en';
}

/** Why there is no VAT, for its natura: the most precise text that there is. */
export function naturaText(language: Language, natura: string): string | null {
  const texts = TEXTS[language].natura;
  return texts[natura] ?? texts[natura.split('.')[0]!] ?? null;
}
export function paymentMethodText(language: Language, method: string | null): string | null {
  return method === null ? null : ((TEXTS[language].payment_methods as Record<string, string>)[method] ?? method);
}

export interface PrintFormats {
  /** Up to 5 decimals, at least `least`. */
  number: (value: number, least?: number) => string;
  money: (value: number, currency: string) => string;
  percent: (value: number) => string;
  /** `2026-03-15` → `15/03/2026` */
  day: (value: string) => string;
}
const made = new Map<Language, PrintFormats>();
export function printFormats(language: Language): PrintFormats {
  const known = made.get(language);
  if (known) return known;
  const formats = createFormats(language);
  made.set(language, formats);
  return formats;
}

/** Puts values into the `{{places}}` of a text. */
export function fillText(text: string, values: Record<string, string>): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

function createFormats(language: Language): PrintFormats {
  const { locale } = TEXTS[language];
  // `always`: Italian otherwise writes 8767 beside 10.586.
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
