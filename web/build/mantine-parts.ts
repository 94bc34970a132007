import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

const MODULES = path.resolve(import.meta.dirname, '../../node_modules/@mantine');
const SOURCE = path.resolve(import.meta.dirname, '../src');
const COMPONENT = /@mantine\/(core|dates)\/esm\/components\//;
/** Matches `Menu.Sub = MenuSub;`: a part that the component carries, whether or not the page uses it. */
const PART = /^(\w+)\.([A-Z]\w*) = \w+;$/gm;
const NAME = /^\w+\.displayName = "[^"]*";$/gm;
/** Error messages name parts without using them. */
const MESSAGE = /"[^"\n]*"/g;
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

/** The parts that our sources or the Mantine files that they reach name, other than in the assignment that creates them. */
function usedParts(): Set<string> {
  const ours = globSync('**/*.{ts,tsx}', { cwd: SOURCE }).map((file) => readFileSync(path.join(SOURCE, file), 'utf8'));
  const theirs = reachedFiles(ours.join('\n')).map((file) => readFileSync(file, 'utf8').replace(MESSAGE, ''));
  if (theirs.length < 200) throw new Error('the sources of Mantine are not where they were');
  return new Set([...ours, ...theirs].flatMap((code) => code.replace(PART, '').match(USE) ?? []));
}

/** The files of Mantine that the sources import, directly or through other files of Mantine. */
function reachedFiles(sources: string): string[] {
  const named = sources.matchAll(/import (?:type )?\{([^}]*)\} from '@mantine\/(?:core|dates)'/g);
  const names = new Set([...named].flatMap(([, list]) => list!.match(/\w+/g) ?? []));
  const files = globSync('{core,dates}/esm/**/*.mjs', { cwd: MODULES }).map((file) => path.join(MODULES, file));
  const reached = new Set(files.filter((file) => names.has(path.basename(file, '.mjs'))));
  for (const file of reached)
    for (const [, to] of readFileSync(file, 'utf8').matchAll(/from "(\.[^"]+)"/g))
      reached.add(path.resolve(path.dirname(file), to!));
  return [...reached];
}
