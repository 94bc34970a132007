import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { foldOf, type Fold, type FoldableColumn } from './tracks.ts';

/** What stands beside a table on any screen, before its own width is known: CSS pixels. */
const MARGINS = 56;

/**
 * Which columns of a table fold, by the table's own width and by what its columns need. `fold` is the same object while
 * the same columns fold.
 * @param columns the same array while nothing of them changes
 * @param beside what stands in a row besides the columns, in rem
 */
export function useFold(columns: readonly FoldableColumn[], beside: number) {
  const frame = useRef<HTMLDivElement>(null);
  const known = useRef({ columns, beside });
  const [fold, setFold] = useState<Fold>(() => foldOf((window.innerWidth - MARGINS) / remOf(), columns, beside));
  const look = useCallback(() => {
    const width = (frame.current?.querySelector('[role=grid]') ?? frame.current)?.clientWidth ?? 0;
    // A table that is hidden has no width: it keeps its fold.
    if (width === 0) return;
    const next = foldOf(width / remOf(), known.current.columns, known.current.beside);
    setFold((before) => (isSame(before, next) ? before : next));
  }, []);
  useLayoutEffect(() => {
    if (known.current.columns === columns && known.current.beside === beside) return;
    known.current = { columns, beside };
    look();
  });
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      frame.current = element;
      if (!element) return undefined;
      const observer = new ResizeObserver(look);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [look],
  );
  return { ref, fold };
}

function remOf() {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function isSame(a: Fold, b: Fold) {
  return a.isSqueezed === b.isSqueezed && a.shown.join() === b.shown.join();
}
