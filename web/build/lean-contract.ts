import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'vite';

const CONTRACT = path.resolve(import.meta.dirname, '../../contract/src');
const SOURCE = path.resolve(import.meta.dirname, '../src');
const PLAIN = '?plain';

/**
 * Allows the bundler to drop the schemas and the rows of the contract that no screen uses: a form needs its own
 * schema, not
 * the replies, descriptions and errors of the calls in the same file. Without the mark, the bundler keeps every call.
 */
export function leanContract(): Plugin {
  return {
    name: 'lean-contract',
    apply: 'build',
    // Runs after the types have been removed.
    enforce: 'post',
    transform(code, id) {
      if (!id.startsWith(CONTRACT + path.sep) || !id.endsWith('.ts')) return null;
      let marked = code;
      for (const statement of this.parse(code).body.toReversed()) {
        const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
        if (declaration?.type !== 'VariableDeclaration') continue;
        for (const { init } of declaration.declarations.toReversed()) {
          if (init?.type !== 'CallExpression' && init?.type !== 'ObjectExpression') continue;
          const value = code.slice(init.start, init.end);
          if (!value.includes('(')) continue;
          marked = `${marked.slice(0, init.start)}/* @__PURE__ */ (() => (${value}))()${marked.slice(init.end)}`;
        }
      }
      return marked === code ? null : { code: marked, map: null };
    },
  };
}

/**
 * Lets the interface import plain values of the contract, such as a list of statuses, without the schemas of their
 * module: a list that filters by status would otherwise load zod.
 */
export function plainContract(): Plugin {
  return {
    name: 'plain-contract',
    apply: 'build',
    enforce: 'post',
    async transform(code, id) {
      if (!id.startsWith(SOURCE + path.sep) || !/\.tsx?$/.test(id)) return null;
      let changed = code;
      for (const statement of this.parse(code).body.toReversed()) {
        if (statement.type !== 'ImportDeclaration' || !statement.source.value.startsWith('@bobina/contract/')) continue;
        const file = (await this.resolve(statement.source.value, id))?.id;
        if (!file) continue;
        const plain = await plainValuesOf(file);
        const isPlain = (name: string) => Object.hasOwn(plain, name);
        const named = statement.specifiers.map((specifier) => ({
          text: code.slice(specifier.start, specifier.end),
          isPlain:
            specifier.type === 'ImportSpecifier' &&
            specifier.imported.type === 'Identifier' &&
            isPlain(specifier.imported.name),
        }));
        const lines = [true, false].flatMap((of) => {
          const names = named.filter((one) => one.isPlain === of).map(({ text }) => text);
          return names.length === 0 ? [] : [`import { ${names.join(', ')} } from '${file}${of ? PLAIN : ''}';`];
        });
        if (!named.some((one) => one.isPlain)) continue;
        changed = changed.slice(0, statement.start) + lines.join(' ') + changed.slice(statement.end);
      }
      return changed === code ? null : { code: changed, map: null };
    },
    resolveId: (id) => (id.endsWith(PLAIN) ? id : null),
    load: async (id) => {
      if (!id.endsWith(PLAIN)) return null;
      const values = Object.entries(await plainValuesOf(id.slice(0, -PLAIN.length)));
      const code = values.map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`).join('\n');
      return { code, moduleType: 'js' };
    },
  };
}

/** The exports of a module that JSON can express. */
async function plainValuesOf(file: string): Promise<Record<string, unknown>> {
  const module = (await import(pathToFileURL(file).href)) as Record<string, unknown>;
  return Object.fromEntries(Object.entries(module).filter(([, value]) => isPlainValue(value)));
}

function isPlainValue(value: unknown): boolean {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isPlainValue);
  return (
    typeof value === 'object' &&
    Object.getPrototypeOf(value) === Object.prototype &&
    Object.values(value).every(isPlainValue)
  );
}
