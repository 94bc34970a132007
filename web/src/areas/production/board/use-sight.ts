import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/** Scrolling within a step draws nothing new; a step more than what is in sight is drawn on both sides. */
const STEP = 120;

/** What of a scrolled element is in sight, in steps. */
export function useSight(element: RefObject<HTMLElement | null>, isThere: boolean) {
  const [sight, setSight] = useState({ from: 0, to: 0 });
  const look = useCallback(() => {
    if (!element.current) return;
    const { scrollLeft, clientWidth } = element.current;
    const from = (Math.floor(scrollLeft / STEP) - 1) * STEP;
    const to = (Math.ceil((scrollLeft + clientWidth) / STEP) + 1) * STEP;
    setSight((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, [element]);
  useLayoutEffect(() => {
    if (!isThere) return undefined;
    const watch = new ResizeObserver(look); // looks at once, too, before anything is painted
    watch.observe(element.current!);
    return () => watch.disconnect();
  }, [isThere, look, element]);
  return { sight, look };
}
