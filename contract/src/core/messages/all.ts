/** The messages of all languages, for servers and tests. */
import { en } from './en.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { addMessages } from './messages.ts';

addMessages('it', it);
addMessages('fr', fr);
addMessages('en', en);
export * from './messages.ts';
