import { el } from '../../../ui/print/elements.ts';

/** Names and values under each other, for paper. */
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
