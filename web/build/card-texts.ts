import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const TEXTS = path.resolve(import.meta.dirname, '../src/app/texts');
/** Each catalogue is a module of this name, so that no plugin takes it for the whole file. */
const MODULE = /\/texts\/(it|fr|en)(?:\.json\?cards|\.cards\.js)$/;

/**
 * Makes the sentences of cards a catalogue of its own: every screen loads the titles in the same file, and only the hubs
 * show the sentences.
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
      const { cards, ...others } = JSON.parse(readFileSync(language ? fileOf(language) : id, 'utf8')) as Texts;
      return language
        ? { code: `export default ${JSON.stringify({ cards })};`, moduleType: 'js' }
        : { code: JSON.stringify(others), moduleType: 'json' };
    },
  };
}

/** The module of the sentences in a language. */
export function cardTextsOf(language: string): string {
  return path.join(TEXTS, `${language}.cards.js`);
}

interface Texts {
  cards: Record<string, string>;
}

function fileOf(language: string) {
  return path.join(TEXTS, `${language}.json`);
}
