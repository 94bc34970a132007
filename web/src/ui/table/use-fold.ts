import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import type { Level } from './tracks.ts';

const PHONE = 640;
const TABLET = 1000;
/** What stands beside a table on any screen, before its own width is known. */
const MARGINS = 56;

const levelOf = (width: number, needs: Needs): Level => {
  const most = width < PHONE ? 1 : width < TABLET ? 2 : 3;
  return ([3, 2, 1] as const).find((level) => level <= most && needs[level] <= width) ?? 0;
};

/** How wide the table is at least when it folds as much: CSS pixels. */
export type Needs = Record<1 | 2 | 3, number>;

/**
 * How much a table folds, by its own width and by what its columns need, so that none stands beyond its edge;
 * where those of priority 1 need too much already, they are squeezed.
 */
export const useFold = (needs: Needs) => {
  const known = useRef(needs);
  const frame = useRef<HTMLDivElement>(null);
  const [level, setLevel] = useState<Level>(() => levelOf(window.innerWidth - MARGINS, needs));
  const look = useCallback(() => {
    const width = (frame.current?.querySelector('[role=grid]') ?? frame.current)?.clientWidth ?? 0;
    // One that is not shown has no width, and keeps what it had.
    if (width > 0) setLevel(levelOf(width, known.current));
  }, []);
  useLayoutEffect(() => {
    if (Object.entries(needs).every(([key, need]) => known.current[key as '1'] === need)) return;
    known.current = needs;
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
  return { ref, level };
};
