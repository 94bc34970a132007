import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const FILE = path.resolve(import.meta.dirname, '../src/lib/api/calls.ts');

/** Replaces the code of `lib/api/calls.ts` with its values, so that the contract stays out of the first load. */
export function calls(): Plugin {
  return {
    name: 'calls',
    load: async (id) => {
      if (path.resolve(id) !== FILE) return null;
      const values = Object.entries((await import(pathToFileURL(FILE).href)) as object);
      const code = values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
      return { code, moduleType: 'js' };
    },
  };
}
