import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { foldOf, type Fold, type FoldableColumn } from './tracks.ts';

/** Assumed margins beside a table before its width is measured, in CSS pixels. */
const MARGINS = 56;

/**
 * Chooses the columns that fold, from the measured table width. `fold` keeps its identity while the same columns fold.
 * @param columns must keep its identity while nothing changes
 * @param beside width of a row's other content, in rem
 */
export function useFold(columns: readonly FoldableColumn[], beside: number) {
  const frame = useRef<HTMLDivElement>(null);
  const known = useRef({ columns, beside });
  const [fold, setFold] = useState<Fold>(() => foldOf((window.innerWidth - MARGINS) / remOf(), columns, beside));
  const measure = useCallback(() => {
    const width = (frame.current?.querySelector('[role=grid]') ?? frame.current)?.clientWidth ?? 0;
    // A hidden table has width 0 and keeps its fold.
    if (width === 0) return;
    const next = foldOf(width / remOf(), known.current.columns, known.current.beside);
    setFold((before) => (isSame(before, next) ? before : next));
  }, []);
  useLayoutEffect(() => {
    if (known.current.columns === columns && known.current.beside === beside) return;
    known.current = { columns, beside };
    measure();
  });
  const ref = useCallback(
    (element: HTMLDivElement | null) => {
      frame.current = element;
      if (!element) return undefined;
      const observer = new ResizeObserver(measure);
      observer.observe(element);
      return () => observer.disconnect();
    },
    [measure],
  );
  return { ref, fold };
}

/** The root font size in CSS pixels. */
export function remOf(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize);
}

function isSame(a: Fold, b: Fold) {
  return a.spacing === b.spacing && a.shown.join() === b.shown.join();
}
