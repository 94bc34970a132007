import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const TEXTS = path.resolve(import.meta.dirname, '../src/app/texts');
/** Each catalogue is a module of this name, so that no plugin takes it for the whole file. */
const MODULE = /\/texts\/(it|fr|en)(?:\.json\?cards|\.cards\.js)$/;

/**
 * Makes the texts that only the hubs show a catalogue of its own: every screen loads the titles in the same file.
 */
export function cardTexts(): Plugin {
  return {
    name: 'card-texts',
    enforce: 'pre',
    resolveId(id) {
      const [, language] = MODULE.exec(id) ?? [];
      return language ? cardTextsOf(language) : null;
    },
    load(id) {
      if (!id.startsWith(TEXTS)) return null;
      const [, language] = MODULE.exec(id) ?? [];
      const { cards, hubCards, ...others } = JSON.parse(
        readFileSync(language ? fileOf(language) : id, 'utf8'),
      ) as Texts;
      return language
        ? { code: `export default ${JSON.stringify({ cards, hubCards })};`, moduleType: 'js' }
        : { code: JSON.stringify(others), moduleType: 'json' };
    },
  };
}

/** The module of the sentences in a language. */
export function cardTextsOf(language: string): string {
  return path.join(TEXTS, `${language}.cards.js`);
}

interface Texts {
  cards: object;
  hubCards: object;
}

function fileOf(language: string) {
  return path.join(TEXTS, `${language}.json`);
}
