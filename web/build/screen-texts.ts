import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const SOURCE = path.resolve(import.meta.dirname, '../src');
const TEXTS = path.join(SOURCE, 'app/texts');
/** Each catalogue is a module of this name, so that no plugin takes it for the whole file. */
const MODULE = /\/texts\/(it|fr|en)(?:\.json\?cards|\.cards\.js)$/;

/**
 * Gathers what the areas write about their screens. The titles of all screens join the texts of the shell, which every
 * screen loads; the sentences of the cards are a catalogue of their own for the hubs.
 */
export function screenTexts(): Plugin {
  return {
    name: 'screen-texts',
    enforce: 'pre',
    resolveId(id) {
      const [, language] = MODULE.exec(id) ?? [];
      return language ? cardTextsOf(language) : null;
    },
    load(id) {
      if (!id.startsWith(TEXTS)) return null;
      const language = path.basename(id).slice(0, 2);
      for (const file of filesOf(language)) this.addWatchFile(file);
      const { hubCards, ...shell } = JSON.parse(readFileSync(path.join(TEXTS, `${language}.json`), 'utf8')) as Texts;
      const { screens, cards } = readScreenTexts(language);
      return MODULE.test(id)
        ? { code: `export default ${JSON.stringify({ cards, hubCards })};`, moduleType: 'js' }
        : { code: JSON.stringify({ ...shell, screens }), moduleType: 'json' };
    },
  };
}

/** The module of the sentences in a language. */
export function cardTextsOf(language: string): string {
  return path.join(TEXTS, `${language}.cards.js`);
}

/** Reads the titles of all screens and the sentences of all cards, each by the screen's `title`. */
export function readScreenTexts(language: string): Record<'screens' | 'cards', Record<string, string>> {
  const described = filesOf(language).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, { title: string; card?: string }>),
  );
  return {
    screens: Object.fromEntries(described.map(([name, { title }]) => [name, title])),
    cards: Object.fromEntries(described.flatMap(([name, { card }]) => (card ? [[name, card]] : []))),
  };
}

interface Texts {
  hubCards: object;
}

function filesOf(language: string) {
  return globSync(`{app/pages,areas/*}/guide/${language}.json`, { cwd: SOURCE })
    .toSorted()
    .map((file) => path.join(SOURCE, file));
}
