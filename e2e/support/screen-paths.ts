import { globSync, readFileSync } from 'node:fs';

const SOURCE = new URL('../../web/src/', import.meta.url);

/** The addresses of all screens, as the lists of screens spell them. */
export const screenPaths = (): string[] =>
  globSync('{app,areas/*}/screens.ts', { cwd: SOURCE }).flatMap((file) =>
    [...readFileSync(new URL(file, SOURCE), 'utf8').matchAll(/path: '([^']+)'/g)].map(([, path]) => path!),
  );
