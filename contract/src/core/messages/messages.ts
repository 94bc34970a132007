import type { Language } from '../languages.ts';
import { en } from './en.ts';
import { fr } from './fr.ts';
import { it, type Messages } from './it.ts';

export type Values = Record<string, string | number>;
export type ErrorText = keyof Messages['errors'];
export type FieldCode = keyof Messages['fields'];
export type WarningCode = keyof Messages['warnings'];
export type ImportText = keyof Messages['imports'];

const catalogue: Record<Language, Messages> = { it, fr, en };
const LOCALES: Record<Language, string> = { it: 'it-IT', fr: 'fr-FR', en: 'en-GB' };

const show = (value: string | number, language: Language): string => {
  if (typeof value === 'number') return value.toLocaleString(LOCALES[language], { useGrouping: 'always' as never, maximumFractionDigits: 5 });
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  return day ? `${day[3]}/${day[2]}/${day[1]}` : value;
};
const fill = (text: string, values: Values, language: Language) =>
  text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => (values[name] === undefined ? '' : show(values[name], language)));

/** Human texts; numbers are written as the language writes them, days as dd/mm/yyyy. */
export const errorMessage = (language: Language, code: ErrorText, values: Values = {}) =>
  fill(catalogue[language].errors[code], values, language);
export const fieldMessage = (language: Language, code: FieldCode, values: Values = {}) =>
  fill(catalogue[language].fields[code], values, language);
export const warningMessage = (language: Language, code: WarningCode, values: Values = {}) =>
  fill(catalogue[language].warnings[code], values, language);
export const importMessage = (language: Language, code: ImportText, values: Values = {}) =>
  fill(catalogue[language].imports[code], values, language);
