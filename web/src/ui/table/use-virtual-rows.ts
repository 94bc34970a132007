import { useEffect, useLayoutEffect, useReducer, useState, type RefObject } from 'react';
import type * as Engine from './virtualizer.ts';

/** The mounted rows of a table. */
export interface VirtualRows {
  /** The place of each mounted row, in pixels from the first; undefined without the virtualiser, when rows follow each other. */
  items: readonly { index: number; start?: number }[];
  /** The height of all rows, in pixels. */
  height: number;
  /** The first visible row, not counting the overscan. */
  top: number | undefined;
  /** The ref of a row whose height may differ from the estimate. */
  measure: ((row: HTMLElement | null) => void) | undefined;
  scrollTo: (index: number, align?: 'start') => void;
  /** Measures all mounted rows again, after their heights have changed. */
  measureAll: () => void;
}

let engine: typeof Engine | undefined;

/**
 * Mounts the rows around the visible part of a table. The virtualiser loads after the first paint, which shows the first
 * rows below each other.
 * @param size the estimated height of a row, in pixels
 * @param overscan the number of mounted rows beyond each end of the visible part
 */
export function useVirtualRows(
  scroll: RefObject<HTMLDivElement | null>,
  { count, size, overscan }: { count: number; size: number; overscan: number },
): VirtualRows {
  const [, render] = useReducer((renders: number) => renders + 1, 0);
  const options = { count, getScrollElement: () => scroll.current, estimateSize: () => size, overscan };
  const [virtualizer, setVirtualizer] = useState(() => engine?.createVirtualizer(options, render));
  useEffect(() => {
    if (!virtualizer) void loadEngine().then((loaded) => setVirtualizer(loaded.createVirtualizer(options, render)));
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- every render passes its options below
  virtualizer?.update(options);
  useLayoutEffect(() => virtualizer?._didMount(), [virtualizer]);
  useLayoutEffect(() => virtualizer?._willUpdate());

  if (!virtualizer)
    return {
      items: Array.from({ length: Math.min(count, Math.ceil(window.innerHeight / size)) }, (_, index) => ({ index })),
      height: count * size,
      top: undefined,
      measure: undefined,
      // The virtualiser starts at this place.
      scrollTo: (index) => scroll.current?.scrollTo({ top: index * size }),
      measureAll: () => {},
    };
  return {
    items: virtualizer.getVirtualItems(),
    height: virtualizer.getTotalSize(),
    top: virtualizer.range?.startIndex,
    measure: virtualizer.measureRow,
    scrollTo: virtualizer.scrollToRow,
    measureAll: () => {
      virtualizer.measure();
      // Applies the estimates first: a row whose height did not change would keep the estimate instead of its height.
      virtualizer.getTotalSize();
      // Mounted rows are not re-measured by the virtualiser.
      for (const row of scroll.current?.querySelectorAll<HTMLElement>('[data-index]') ?? [])
        virtualizer.measureElement(row);
    },
  };
}

async function loadEngine(): Promise<typeof Engine> {
  engine ??= await import('./virtualizer.ts');
  return engine;
}
