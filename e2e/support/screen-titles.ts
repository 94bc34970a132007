import { globSync, readFileSync } from 'node:fs';
import { screenPaths } from './screen-paths.ts';

const SOURCE = new URL('../../web/src/', import.meta.url);

/**
 * Returns the key of the title of each screen by its path, from the screen lists.
 * @throws Error when a title is not a word in camel case
 */
export function screenTitles(): Map<string, string> {
  const ROW = /path: '([^']+)',[^}]*?title: '(\w+)'/g;
  const titles = new Map(
    globSync('{app,areas/*}/screens.ts', { cwd: SOURCE }).flatMap((file) =>
      [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(ROW)].map(([, path, title]) => [path!, title!] as const),
    ),
  );
  const missing = screenPaths().filter((path) => !titles.has(path));
  if (missing.length > 0) throw new Error(`The title of ${missing.join(', ')} is not a word in camel case`);
  return titles;
}
