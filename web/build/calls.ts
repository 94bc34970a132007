import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const FILE = path.resolve(import.meta.dirname, '../src/lib/api/calls.ts');

/** Puts the value of `lib/api/calls.ts` in place of its code: the contract itself stays out of the browser's first load. */
export function calls(): Plugin {
  return {
    name: 'calls',
    load: async (id) => {
      if (path.resolve(id) !== FILE) return null;
      const { calls: table } = (await import(pathToFileURL(FILE).href)) as { calls: object };
      return { code: `export const calls = ${JSON.stringify(table)};`, moduleType: 'js' };
    },
  };
}
