import { el } from '../../../ui/print/elements.ts';

/** Returns a printable table of names and values. */
export function printPairs(pairs: readonly (readonly [string, string])[]): HTMLTableElement {
  return el(
    'table',
    {},
    el(
      'tbody',
      {},
      pairs.map(([name, value]) => el('tr', {}, el('th', { scope: 'row', width: '35%' }, name), el('td', {}, value))),
    ),
  );
}
