import { globSync, readFileSync } from 'node:fs';

const SOURCE = new URL('../../web/src/', import.meta.url);

/** Returns the paths of all screens from the screen lists. */
export function screenPaths(): string[] {
  return globSync('{app,areas/*}/screens.ts', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path]) => path!),
  );
}

/** Whether the screen is shown without a session and has no top bar. */
export function isBeforeSignIn(path: string): boolean {
  return path === '/login' || path === '/nuova-password';
}

export interface ListedScreen {
  path: string;
  needs: string;
  capability: string | null;
}
/** Returns path, route permission and capability of all screens from the screen lists. @throws Error when a list is written in another form */
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

/** Returns the paths of the screens that exist only while the settings switch the feature on. */
export function screensOfFeature(feature: string): string[] {
  const ROW = /path: '([^']+)'[^}]*?feature: '(\w+)'/g;
  return globSync('{app,areas/*}/screens.ts', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(ROW)].flatMap(([, path, of]) =>
      of === feature ? [path!] : [],
    ),
  );
}
