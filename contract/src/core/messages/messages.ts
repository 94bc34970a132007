import type { Language } from '../languages.ts';
import type { Messages } from './it.ts';

export type Values = Record<string, string | number>;
export type ErrorText = keyof Messages['errors'];
export type FieldCode = keyof Messages['fields'];
export type WarningCode = keyof Messages['warnings'];
export type ImportText = keyof Messages['imports'];
export type IncompleteText = keyof Messages['incomplete'];

const catalogue: Partial<Record<Language, Messages>> = {};
const LOCALES: Record<Language, string> = { it: 'it-IT', fr: 'fr-FR', en: 'en-GB' };

/** The texts of one language. A server takes all of them (`all.ts`), a browser the one that is on its screen. */
export function addMessages(language: Language, messages: Messages): void {
  catalogue[language] = messages;
}

/** Human texts; numbers are written as the language writes them, days as dd/mm/yyyy. */
export function errorMessage(language: Language, code: ErrorText, values: Values = {}) {
  return fill(textsOf(language).errors[code], values, language);
}
export function fieldMessage(language: Language, code: FieldCode, values: Values = {}) {
  return fill(textsOf(language).fields[code], values, language);
}
export function warningMessage(language: Language, code: WarningCode, values: Values = {}) {
  return fill(textsOf(language).warnings[code], values, language);
}
export function importMessage(language: Language, code: ImportText, values: Values = {}) {
  return fill(textsOf(language).imports[code], values, language);
}
export function incompleteMessage(language: Language, code: IncompleteText, values: Values = {}) {
  return fill(textsOf(language).incomplete[code], values, language);
}

function textsOf(language: Language): Messages {
  const texts = catalogue[language];
  if (!texts) throw new Error(`The texts of "${language}" are not here: addMessages, or import messages/all.ts`);
  return texts;
}

function show(value: string | number, language: Language): string {
  if (typeof value === 'number')
    return value.toLocaleString(LOCALES[language], { useGrouping: 'always' as never, maximumFractionDigits: 5 });
  const day = /^(\d{4})-(\d\d)-(\d\d)$/.exec(value);
  return day ? `${day[3]}/${day[2]}/${day[1]}` : value;
}

/** A `unit` is written as the language writes it: 20 pz, not 20 piece. */
function word(name: string, value: string | number, language: Language): string {
  return (name === 'unit' && textsOf(language).units[value]) || show(value, language);
}

function fill(text: string, values: Values, language: Language) {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    values[name] === undefined ? '' : word(name, values[name], language),
  );
}
