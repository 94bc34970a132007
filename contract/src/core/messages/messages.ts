import type { Language } from '../languages.ts';
import type { FieldMessages } from './fields/it.ts';
import type { Messages } from './it.ts';

export type Values = Record<string, string | number>;
export type ErrorText = keyof Messages['errors'];
/** The field errors that schemas and forms find. */
export type FieldCode = keyof Messages['fields'];
/** The field errors that only a server finds; no browser loads their texts. */
export type RefusalText = keyof Messages['refusals'];
export type WarningCode = keyof Messages['warnings'];
export type ImportText = keyof Messages['imports'];
export type IncompleteText = keyof Messages['incomplete'];

const catalogue: Partial<Record<Language, FieldMessages & Partial<Messages>>> = {};
const LOCALES: Record<Language, string> = { it: 'it-IT', fr: 'fr-FR', en: 'en-GB' };

/**
 * Registers the texts of one language. A server registers all of them (`all.ts`), a browser only the field errors of the
 * current one: all other texts come with the answers of the server.
 */
export function addMessages(language: Language, messages: FieldMessages & Partial<Messages>): void {
  catalogue[language] = messages;
}

/** The text of an error code. Formats numbers for the language, and days as dd/mm/yyyy. */
export function errorMessage(language: Language, code: ErrorText, values: Values = {}) {
  return fill(textsOf(language).errors![code], values, language);
}
/** The text of a field error; values as in errorMessage. */
export function fieldMessage(language: Language, code: FieldCode, values: Values = {}) {
  return fill(textsOf(language).fields[code], values, language);
}
/** The text of a field error that only a server finds; values as in errorMessage. */
export function refusalMessage(language: Language, code: RefusalText, values: Values = {}) {
  return fill(textsOf(language).refusals![code], values, language);
}
/** The text of a warning; values as in errorMessage. */
export function warningMessage(language: Language, code: WarningCode, values: Values = {}) {
  return fill(textsOf(language).warnings![code], values, language);
}
/** The text of a refused import row; values as in errorMessage. */
export function importMessage(language: Language, code: ImportText, values: Values = {}) {
  return fill(textsOf(language).imports![code], values, language);
}
/** The text of a document's missing value; values as in errorMessage. */
export function incompleteMessage(language: Language, code: IncompleteText, values: Values = {}) {
  return fill(textsOf(language).incomplete![code], values, language);
}

function textsOf(language: Language) {
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

/** Translates a value named `unit`: 20 pz, not 20 piece. */
function word(name: string, value: string | number, language: Language): string {
  return (name === 'unit' && textsOf(language).units[value]) || show(value, language);
}

function fill(text: string, values: Values, language: Language) {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
    values[name] === undefined ? '' : word(name, values[name], language),
  );
}
