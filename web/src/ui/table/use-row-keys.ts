import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const FOCUSABLE = 'a[href], button:not([disabled]), input:not([data-check]), [tabindex]:not([data-check])';
const JUMP = 10;

/** The part of a selection that the keyboard changes, by row index. */
interface RowChoice {
  toggle: (index: number, extend: boolean) => unknown;
  extendTo: (from: number, to: number) => unknown;
  all: () => void;
  clear: () => void;
  count: number;
}

/** Roving tabindex over rows: the table is one Tab stop; the right arrow or Tab enters the active row's controls. */
export function useRowKeys(
  grid: RefObject<HTMLDivElement | null>,
  {
    count,
    scrollTo,
    open,
    selection,
  }: {
    count: number;
    scrollTo: (index: number) => void;
    open: (index: number) => void;
    selection: RowChoice | undefined;
  },
) {
  const [active, setActive] = useState(0);
  const wanted = useRef<number | null>(null);
  const current = Math.min(active, Math.max(count - 1, 0));

  useEffect(() => {
    if (wanted.current === null) return;
    const row = grid.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`);
    if (!row) return;
    wanted.current = null;
    row.focus({ preventScroll: true });
  });

  const moveTo = (index: number) => {
    const next = Math.max(0, Math.min(count - 1, index));
    wanted.current = next;
    scrollTo(next);
    setActive(next);
    if (next === current)
      grid.current?.querySelector<HTMLElement>(`[data-index="${next}"]`)?.focus({ preventScroll: true });
  };

  /** The grid itself has the focus after the active row was unmounted by scrolling or deleted. */
  const onListKey = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowDown: current, ArrowUp: current, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moveTo(to);
  };
  /** Returns whether the key changed the selection. */
  const onSelectionKey = ({ key, shiftKey }: KeyboardEvent<HTMLElement>, choice: RowChoice): boolean => {
    const next = { ArrowDown: Math.min(count - 1, current + 1), ArrowUp: Math.max(0, current - 1) }[key];
    if (key === ' ') choice.toggle(current, shiftKey);
    else if (key === 'Escape' && choice.count > 0) choice.clear();
    else if (shiftKey && next !== undefined) {
      choice.extendTo(current, next);
      moveTo(next);
    } else return false;
    return true;
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-index]');
    const isList = target === grid.current;
    if ((!row && !isList) || event.altKey || target.matches('input:not([data-check]), textarea, select')) return;
    if (event.ctrlKey || event.metaKey) {
      if (!selection || event.key.toLowerCase() !== 'a') return;
      event.preventDefault();
      return selection.all();
    }
    if (!row) return onListKey(event);
    const isRow = target === row || target.matches('[data-check]');
    if (selection && isRow && onSelectionKey(event, selection)) return event.preventDefault();
    const controls = [...row.querySelectorAll<HTMLElement>(FOCUSABLE)];
    const position = controls.indexOf(target);
    const moves: Record<string, () => void> = {
      ArrowDown: () => moveTo(current + 1),
      ArrowUp: () => moveTo(current - 1),
      PageDown: () => moveTo(current + JUMP),
      PageUp: () => moveTo(current - JUMP),
      Home: () => moveTo(0),
      End: () => moveTo(count - 1),
      ArrowRight: () => controls[position + 1]?.focus(),
      ArrowLeft: () => (position > 0 ? controls[position - 1] : row)?.focus(),
      ...(isRow && { Enter: () => open(current) }),
      ...(!isRow && { Escape: () => row.focus() }),
    };
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    move();
  };

  const onFocus = useCallback((index: number) => setActive(index), []);
  return { active: current, onKeyDown, onFocus };
}
