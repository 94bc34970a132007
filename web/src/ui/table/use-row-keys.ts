import { useCallback, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';

const FOCUSABLE = 'a[href], button:not([disabled]), input, [tabindex]';
const JUMP = 10;

/** Arrow keys over rows: one Tab stop for the table, the active row's controls reached by the right arrow or Tab. */
export function useRowKeys(
  grid: RefObject<HTMLDivElement | null>,
  { count, scrollTo, open }: { count: number; scrollTo: (index: number) => void; open: (index: number) => void },
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

  /** The list itself has the focus when the row that had it was scrolled away or deleted. */
  const onListKey = (event: KeyboardEvent<HTMLElement>) => {
    const to = { ArrowDown: current, ArrowUp: current, Home: 0, End: count - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    moveTo(to);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const target = event.target as HTMLElement;
    const row = target.closest<HTMLElement>('[data-index]');
    const isList = target === grid.current;
    if (
      (!row && !isList) ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      target.matches('input, textarea, select')
    )
      return;
    if (!row) return onListKey(event);
    const isRow = target === row;
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
