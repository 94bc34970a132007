import type { Plugin } from 'vite';

const JSON_SCHEMA = /zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/;
const ENGLISH = /zod\/v4\/locales\/en\.js$/;

/**
 * The browser writes no JSON Schema (the server does, for its documentation), but every zod schema is ready to: a
 * fifth of zod. Its functions are there, and do nothing. Nor does it say zod's English: `parse` has words of its own.
 */
export function leanZod(): Plugin {
  return {
    name: 'lean-zod',
    apply: 'build',
    transform: (code, id) => {
      if (ENGLISH.test(id)) return { code: 'export default () => ({ localeError: () => undefined });', map: null };
      if (!JSON_SCHEMA.test(id)) return null;
      const named = [...code.matchAll(/^export (?:const|(?:async )?function) (\w+)/gm)].map(([, name]) => name!);
      const renamed = [...code.matchAll(/^export \{ (\w+) as (\w+) \};/gm)].map(([, , name]) => name!);
      const names = [...named, ...renamed];
      if (names.length === 0) throw new Error(`No exports in ${id}: zod has changed`);
      return {
        code: `const nothing = () => ({});\nexport { ${names.map((name) => `nothing as ${name}`).join(', ')} };`,
        map: null,
      };
    },
  };
}
