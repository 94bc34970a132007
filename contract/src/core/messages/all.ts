/** The messages of all languages at once: for servers and tests, which speak to everybody. */
import { en } from './en.ts';
import { fr } from './fr.ts';
import { it } from './it.ts';
import { addMessages } from './messages.ts';

addMessages('it', it);
addMessages('fr', fr);
addMessages('en', en);
export * from './messages.ts';
