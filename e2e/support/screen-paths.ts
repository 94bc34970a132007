import { globSync, readFileSync } from 'node:fs';

const SOURCE = new URL('../../web/src/', import.meta.url);

/** The addresses of all screens, as the lists of screens spell them. */
export function screenPaths(): string[] {
  return globSync('{app,areas/*}/screens.ts', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path]) => path!),
  );
}

export interface ListedScreen {
  path: string;
  needs: string;
  capability: string | null;
}
/** Path, route permission and capability of all screens, as the lists of screens spell them. */
export function listedScreens(): ListedScreen[] {
  const ROW = /path: '([^']+)',\s*needs: '(\w+)',\s*capability: (?:'([\w.]+)'|null),/g;
  const listed = globSync('{app,areas/*}/screens.ts', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(ROW)].map(([, path, needs, capability]) => ({
      path: path!,
      needs: needs!,
      capability: capability ?? null,
    })),
  );
  if (listed.length !== screenPaths().length) throw new Error('A screen is not spelled as path, needs, capability');
  return listed;
}
