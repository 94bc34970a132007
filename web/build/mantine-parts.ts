import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const MODULES = path.resolve(import.meta.dirname, '../../node_modules/@mantine');
const SOURCE = path.resolve(import.meta.dirname, '../src');
const COMPONENT = /@mantine\/(core|dates)\/esm\/components\//;
/** Matches `Menu.Sub = MenuSub;`: a part that the component carries, whether or not the page uses it. */
const PART = /^(\w+)\.([A-Z]\w*) = \w+;$/gm;
const NAME = /^\w+\.displayName = "[^"]*";$/gm;
const USE = /\b([A-Z]\w*)\.([A-Z]\w*)\b/g;

/**
 * Removes the parts of Mantine's components that neither our code nor Mantine uses, such as `Menu.Sub`, and the display
 * names. A bundler keeps them, because an assignment to a property is a side effect.
 */
export function mantineParts(): Plugin {
  let used: ReadonlySet<string>;
  return {
    name: 'mantine-parts',
    apply: 'build',
    buildStart() {
      used = usedParts();
    },
    transform(code, id) {
      if (!COMPONENT.test(id)) return null;
      const lean = code.replace(NAME, '').replace(PART, (line, of, part) => (used.has(`${of}.${part}`) ? line : ''));
      return { code: lean, map: null };
    },
  };
}

/** The parts that any source names, other than in the assignment that creates them. */
function usedParts(): Set<string> {
  const files = [
    ...globSync('**/*.{ts,tsx}', { cwd: SOURCE }).map((file) => path.join(SOURCE, file)),
    ...globSync('{core,dates,charts}/esm/**/*.mjs', { cwd: MODULES }).map((file) => path.join(MODULES, file)),
  ];
  if (files.length < 1_000) throw new Error('the sources of Mantine are not where they were');
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').replace(PART, '').match(USE) ?? []));
}
