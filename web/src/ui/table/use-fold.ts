import { useCallback, useState } from 'react';

const PHONE = 640;
const TABLET = 1000;
type Level = 1 | 2 | 3;

const levelOf = (width: number): Level => (width < PHONE ? 1 : width < TABLET ? 2 : 3);

/** How much a table folds, by its own width: 1 keeps priority-1 columns beside each other, 3 all. */
export const useFold = () => {
  const [level, setLevel] = useState<Level>(() => levelOf(window.innerWidth));
  const ref = useCallback((element: HTMLDivElement | null) => {
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      // One that is not shown has no width, and keeps what it had.
      if (element.clientWidth > 0) setLevel(levelOf(element.clientWidth));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, level };
};
