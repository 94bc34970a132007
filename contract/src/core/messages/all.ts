/** The messages of all languages, for servers and tests. */
import { en } from './en.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { addMessages, type FieldCode, type RefusalText } from './messages.ts';

addMessages('it', it);
addMessages('fr', fr);
addMessages('en', en);
export * from './messages.ts';

/** Whether only a server finds the field error. */
export function isRefusalText(code: FieldCode | RefusalText): code is RefusalText {
  return Object.hasOwn(it.refusals, code);
}
