/** Which files the browser should fetch with the page, by its address, from what the build has written down. */
import { existsSync, readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';

/** As the build writes it: the code and styles of a screen, and its texts. */
type Table = Record<string, { files: string[]; texts: Record<Language, string[]> }>;

/** @returns the value of the header `Link` for an address; none for one that no screen has, or when the table is not there */
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
