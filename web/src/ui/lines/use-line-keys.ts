import { useLayoutEffect, useState, type KeyboardEvent, type RefObject } from 'react';

const FIELDS = ['product_id', 'quantity', 'unit_price'] as const;

/**
 * Keyboard navigation in the grid: Enter moves to the next cell and, from the last one, to a new line; the arrow keys
 * move vertically between numbers.
 * @param fields the focusable cells of a line, left to right, product first
 */
export function useLineKeys(
  grid: RefObject<HTMLElement | null>,
  count: number,
  addLine: () => void,
  fields: readonly string[] = FIELDS,
) {
  // A layout effect focuses the cell in the same render that mounts it, so that the next keystroke reaches it.
  const [wanted, want] = useState<{ index: number; field: string }>();
  useLayoutEffect(() => {
    const cell = wanted && cellAt(grid.current, wanted.index, wanted.field);
    cell?.focus();
    cell?.select();
  }, [grid, wanted]);
  const focus = (index: number, field: string) => want({ index, field });
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const [, row, name] = /^items\.(\d+)\.(\w+)$/.exec((event.target as HTMLElement).dataset['path'] ?? '') ?? [];
    if (
      row === undefined ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.nativeEvent.isComposing
    )
      return;
    const index = Number(row);
    const field = name!;
    if (event.key === 'Enter') {
      event.preventDefault(); // Enter in a cell must not submit the form
      const next = fields[fields.indexOf(field) + 1];
      if (next) return focus(index, next);
      if (index === count - 1) addLine();
      return focus(
        index + 1,
        cellAt(grid.current, index + 1, 'product_id') || index === count - 1 ? 'product_id' : fields[1]!,
      );
    }
    if (field === 'product_id' || (event.key !== 'ArrowDown' && event.key !== 'ArrowUp')) return;
    event.preventDefault();
    const next = index + (event.key === 'ArrowDown' ? 1 : -1);
    if (next >= 0 && next < count) focus(next, field);
  };
  return { focus, onKeyDown };
}

function cellAt(grid: HTMLElement | null, index: number, field: string) {
  return grid?.querySelector<HTMLInputElement>(`[data-path="items.${index}.${field}"]:not([disabled])`) ?? null;
}
