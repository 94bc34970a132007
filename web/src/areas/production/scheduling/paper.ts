import { el } from '../../../ui/print/elements.ts';

/** Names and values under each other, for paper. */
export const printPairs = (pairs: readonly (readonly [string, string])[]): HTMLTableElement =>
  el(
    'table',
    {},
    el(
      'tbody',
      {},
      pairs.map(([name, value]) => el('tr', {}, el('th', { scope: 'row', width: '35%' }, name), el('td', {}, value))),
    ),
  );
