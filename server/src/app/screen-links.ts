/** The files that the browser should preload with a page, by its address, from a table that the build writes. */
import { existsSync, readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';

/** Format of the build's table: the code and styles of each screen, and its texts. */
type Table = Record<string, { files: string[]; texts: Record<Language, string[]> }>;

/**
 * Reads the build's table. @returns a function that gives the `Link` header of an address; undefined for an address
 * without a screen or when the table does not exist
 */
export function readScreenLinks(table: string): (path: string, language: Language) => string | undefined {
  const screens = existsSync(table) ? (JSON.parse(readFileSync(table, 'utf8')) as Table) : {};
  const links = new Map(
    Object.entries(screens).map(([path, { files, texts }]) => [
      path,
      Object.fromEntries(
        LANGUAGES.map((language) => [language, [...files, ...texts[language]].map(linkOf).join(', ')]),
      ),
    ]),
  );
  const patterns = [...links.keys()].filter((path) => path.includes('$'));
  return (path, language) =>
    (links.get(path) ?? links.get(patterns.find((pattern) => fits(pattern, path)) ?? ''))?.[language];
}

function fits(pattern: string, path: string) {
  return new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}/?$`).test(path);
}

function linkOf(file: string) {
  return `</${file}>; rel=${file.endsWith('.css') ? 'preload; as=style; crossorigin' : 'modulepreload'}`;
}
