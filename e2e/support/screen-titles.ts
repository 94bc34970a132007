import { globSync, readFileSync } from 'node:fs';

const SOURCE = new URL('../../web/src/', import.meta.url);

/** Returns the key of the title of each screen by its path, from the screen lists. */
export function screenTitles(): Map<string, string> {
  const ROW = /path: '([^']+)',[^}]*?title: '(\w+)'/g;
  return new Map(
    globSync('{app,areas/*}/screens.ts', { cwd: SOURCE }).flatMap((file) =>
      [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(ROW)].map(([, path, title]) => [path!, title!] as const),
    ),
  );
}
