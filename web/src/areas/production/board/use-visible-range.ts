import { useCallback, useLayoutEffect, useState, type RefObject } from 'react';

/** Step in pixels. Scrolling within a step renders nothing new; one extra step is rendered on each side. */
const STEP = 120;

/** Returns the visible horizontal range of a scrolled element in pixels, rounded to steps. */
export function useVisibleRange(element: RefObject<HTMLElement | null>, isThere: boolean) {
  const [visible, setSight] = useState({ from: 0, to: 0 });
  const measure = useCallback(() => {
    if (!element.current) return;
    const { scrollLeft, clientWidth } = element.current;
    const from = (Math.floor(scrollLeft / STEP) - 1) * STEP;
    const to = (Math.ceil((scrollLeft + clientWidth) / STEP) + 1) * STEP;
    setSight((before) => (before.from === from && before.to === to ? before : { from, to }));
  }, [element]);
  useLayoutEffect(() => {
    if (!isThere) return undefined;
    const watch = new ResizeObserver(measure); // the observer also calls `look` at once, before the first paint
    watch.observe(element.current!);
    return () => watch.disconnect();
  }, [isThere, measure, element]);
  return { visible, measure };
}
