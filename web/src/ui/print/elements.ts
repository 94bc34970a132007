type Content = Node | string | number | null | undefined | readonly Content[];

/**
 * Builds an element with DOM calls, so that data is never read as markup.
 * @example el('p', { class: 'meta' }, 'Lotto ', el('strong', {}, batch))
 */
export function el<T extends keyof HTMLElementTagNameMap>(
  tag: T,
  attributes: Record<string, string> = {},
  ...content: Content[]
): HTMLElementTagNameMap[T] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(
    ...(content.flat(Infinity as 1) as (Node | string | number | null | undefined)[])
      .filter((part) => part !== null && part !== undefined)
      .map((part) => (typeof part === 'number' ? String(part) : part)),
  );
  return element;
}

export interface PrintColumn {
  label: string;
  align?: 'end';
}
/** A table for paper: its head is repeated on every page. */
export function printTable(
  columns: readonly PrintColumn[],
  rows: readonly (readonly string[])[],
  total?: readonly string[],
): HTMLTableElement {
  const side = (index: number): Record<string, string> => (columns[index]?.align === 'end' ? { class: 'end' } : {});
  return el(
    'table',
    {},
    el(
      'thead',
      {},
      el(
        'tr',
        {},
        columns.map(({ label }, index) => el('th', side(index), label)),
      ),
    ),
    el(
      'tbody',
      {},
      rows.map((row) =>
        el(
          'tr',
          {},
          row.map((text, index) => el('td', side(index), text)),
        ),
      ),
      total
        ? el(
            'tr',
            { class: 'total' },
            total.map((text, index) => el('td', side(index), text)),
          )
        : null,
    ),
  );
}
