/** The texts of the interface, for tests that read the words of screens. */
import { globSync, readFileSync } from 'node:fs';
import type { Language } from '@bobina/contract/core/languages.ts';

const SOURCE = new URL('../../web/src/', import.meta.url);

/** @returns the short names of the units of measure, such as `kg` */
export function unitsIn(language: Language): string[] {
  const common = JSON.parse(readFileSync(new URL(`lib/i18n/common/${language}.json`, SOURCE), 'utf8'));
  return Object.values(common.unit as Record<string, string>);
}

/** @returns all texts that screens show in one language: of the guide only the titles and the cards of screens */
export function textsIn(language: Language): string[] {
  const leaves = (value: unknown): string[] =>
    typeof value === 'string' ? [value] : Object.values(value as object).flatMap(leaves);
  const read = (file: string) => JSON.parse(readFileSync(new URL(file, SOURCE), 'utf8')) as object;
  const screens = globSync(`{app/pages,areas/*}/guide/${language}.json`, { cwd: SOURCE }).flatMap((file) =>
    Object.values(read(file) as Record<string, { title: string; card?: string }>),
  );
  return [
    ...globSync(`**/${language}.json`, { cwd: SOURCE, exclude: ['**/guide/**'] }).flatMap((file) => leaves(read(file))),
    ...screens.flatMap(({ title, card }) => (card ? [title, card] : [title])),
  ];
}
