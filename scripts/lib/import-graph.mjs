import fs from 'node:fs';
import path from 'node:path';
import { root } from './files.mjs';

const STATEMENT =
  /^(?:import|export)\s+(?!type\b)(?:([\w*{][^'";]*?)\s*from\s*)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]\s*\)|new URL\(\s*['"](\.[^'"]+)['"]\s*,\s*import\.meta\.url/gm;
const CONTRACT = '@bobina/contract/';
const files = new Map();

/**
 * Returns the distance in imports from `file` to each of its runtime dependencies, itself at 0: a map of paths from the
 * root. Type imports do not count. An index that only re-exports is resolved to the files that define the imported
 * names. The imports of files for which `isLeaf` is true are not followed.
 */
export function distancesFrom(file, isLeaf = () => false) {
  const distances = new Map([[file, 0]]);
  const queue = [file];
  for (const current of queue) {
    if (current !== file && isLeaf(current)) continue;
    for (const { target, names } of readFile(current).imports) {
      for (const reached of targetsOf(target, names)) {
        if (distances.has(reached.file)) continue;
        distances.set(reached.file, distances.get(current) + 1);
        if (reached.isFollowed) queue.push(reached.file);
      }
    }
  }
  return distances;
}

/** Reads the imports of a file: `{ text, imports: [{ target, names }] }`, where `names` is null for everything. */
export function readFile(file) {
  if (!files.has(file)) files.set(file, parse(file));
  return files.get(file);
}

/** Resolves a specifier to a path from the root, or null for a package. */
export function resolveImport(from, specifier) {
  if (specifier.startsWith(CONTRACT)) return `contract/src/${specifier.slice(CONTRACT.length)}`;
  if (!specifier.startsWith('.')) return null;
  return path.posix.join(path.posix.dirname(from), specifier.split('?')[0]);
}

function parse(file) {
  const text = /[.](ts|tsx|mjs|js)$/.test(file) ? readText(file) : '';
  const imports = [];
  let isIndex = text !== '';
  for (const [whole, clause, named, dynamic, url] of text.matchAll(STATEMENT)) {
    const target = resolveImport(file, named ?? dynamic ?? url);
    if (target) imports.push({ target, names: clause ? namesOf(clause) : null, isExport: whole.startsWith('export') });
  }
  const rest = text
    .replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '')
    .replaceAll(/^export\s[^;]*?from\s*['"][^'"]+['"];?/gm, '');
  if (rest.trim() !== '') isIndex = false;
  return { text, imports, isIndex };
}

/** The names of an import clause as pairs `[exported name, local name]`; null for a namespace import. */
function namesOf(clause) {
  const braces = /\{([^}]*)\}/.exec(clause);
  if (!braces || clause.includes('*')) return null;
  return braces[1]
    .split(',')
    .map((one) => one.trim())
    .filter((one) => one !== '' && !one.startsWith('type '))
    .map((one) => one.split(/\s+as\s+/));
}

/** Resolves an import through an index to the files that define the names; the index itself is not followed. */
function targetsOf(target, names) {
  const { isIndex, imports } = readFile(target);
  if (!isIndex || names === null) return [{ file: target, isFollowed: true }];
  const found = [{ file: target, isFollowed: false }];
  for (const [wanted] of names) {
    const via = imports.find((one) => one.names?.some(([name, as = name]) => as === wanted));
    if (via)
      found.push(
        ...targetsOf(
          via.target,
          via.names.filter(([name, as = name]) => as === wanted),
        ),
      );
  }
  return found;
}

function readText(file) {
  try {
    return fs.readFileSync(path.join(root, file), 'utf8');
  } catch {
    return ''; // deleted, or outside the repository
  }
}
