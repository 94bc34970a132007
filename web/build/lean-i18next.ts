import type { Plugin } from 'vite';

const I18NEXT = /i18next\/dist\/esm\/i18next\.js$/;
/** Does nothing unless i18next starts with `debug`. */
const MESSAGE = /(?:^|\.)(?:baseL|l)ogger\??\.(?:log|warn|deprecate)$/;

/** Removes the messages that i18next writes only in its debug mode, which the interface does not use. */
export function leanI18next(): Plugin {
  return {
    name: 'lean-i18next',
    apply: 'build',
    transform(code, id) {
      if (!I18NEXT.test(id)) return null;
      const messages = callsIn(this.parse(code)).filter(({ callee }) =>
        MESSAGE.test(code.slice(callee.start, callee.end)),
      );
      if (messages.length === 0) throw new Error(`No messages in ${id}: i18next has changed`);
      let lean = code;
      for (const { start, end } of messages.toSorted((one, other) => other.start - one.start))
        lean = `${lean.slice(0, start)}undefined${lean.slice(end)}`;
      return { code: lean, map: null };
    },
  };
}

interface Call {
  start: number;
  end: number;
  callee: { start: number; end: number };
}

/** All calls below a node; none of i18next's messages contains another one. */
function callsIn(node: unknown): Call[] {
  if (typeof node !== 'object' || node === null) return [];
  const inside = Object.values(node).flatMap((child) => callsIn(child));
  return 'type' in node && node.type === 'CallExpression' ? [node as unknown as Call, ...inside] : inside;
}
