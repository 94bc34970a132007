import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin, Rolldown } from 'vite';

const SOURCE = path.resolve(import.meta.dirname, '../src');
/** A screen as its list spells it: the address, then the page. */
const SCREEN = /path: '([^']+)'[^}]*?import\('([^']+)'\)/g;

/** The page module of each address. */
const pagesOfScreens = (): [address: string, module: string][] =>
  globSync('{app,areas/*}/screens.ts', { cwd: SOURCE }).flatMap((file) => {
    const list = path.join(SOURCE, file);
    return [...readFileSync(list, 'utf8').matchAll(SCREEN)].map(([, address, page]): [string, string] => [
      address!,
      path.resolve(path.dirname(list), page!),
    ]);
  });

/**
 * Writes which files each screen needs beyond the page itself into `dist/.screens.json`: the server names them in the
 * header of the page, and the browser fetches them at once instead of when the first code has run.
 */
export const screenFiles = (): Plugin => ({
  name: 'screen-files',
  apply: 'build',
  enforce: 'post',
  generateBundle(_options, bundle) {
    const chunks = Object.values(bundle).filter((file): file is Rolldown.OutputChunk => file.type === 'chunk');
    const chunkOf = (module: string) => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === module);
      return chunk ?? this.error(`No file was built of ${module}`);
    };
    const needs = (chunk: Rolldown.OutputChunk, known: Set<string>): Set<string> => {
      if (known.has(chunk.fileName)) return known;
      for (const file of [chunk.fileName, ...(chunk.viteMetadata?.importedCss ?? [])]) known.add(file);
      for (const name of chunk.imports) needs(bundle[name] as Rolldown.OutputChunk, known);
      return known;
    };
    const entry = chunks.find(({ isEntry }) => isEntry);
    const first = needs(entry ?? this.error('The page has no code'), new Set());
    const shell = chunkOf(path.join(SOURCE, 'app/shell/Shell.tsx'));
    const table = pagesOfScreens().map(([address, module]) => {
      const files = needs(chunkOf(module), new Set());
      if (address !== '/login') needs(shell, files);
      return [address, [...files].filter((file) => !first.has(file))];
    });
    this.emitFile({ type: 'asset', fileName: '.screens.json', source: JSON.stringify(Object.fromEntries(table)) });
  },
});
