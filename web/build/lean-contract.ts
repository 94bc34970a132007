import path from 'node:path';
import type { Plugin } from 'vite';

const CONTRACT = path.resolve(import.meta.dirname, '../../contract/src');

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
