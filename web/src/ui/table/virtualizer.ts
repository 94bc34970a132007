/** The virtualiser of the rows of a table, apart from its hook because it loads after the first paint. */
import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualizerOptions,
} from '@tanstack/virtual-core';
import { flushSync } from 'react-dom';

type Options = VirtualizerOptions<HTMLDivElement, HTMLElement>;
/** The options that a table sets again with each render. */
export type RowOptions = Pick<Options, 'count' | 'getScrollElement' | 'estimateSize' | 'overscan'>;

/** @param render renders the table */
export function createVirtualizer(first: RowOptions, render: () => void) {
  let isMeasuring = false;
  /** The height of what is above the rows and scrolls with them: the header, which then stays in sight. */
  let above = 0;
  const withDefaults = (options: RowOptions): Options => ({
    ...options,
    observeElementRect,
    observeElementOffset,
    scrollToFn: elementScroll,
    // Rows are counted from the end of the header. Without this, a row at the lower edge would end below it.
    scrollPaddingEnd: above,
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    initialOffset: () => options.getScrollElement()?.scrollTop ?? 0,
    // Renders at once while the user scrolls. React refuses that inside a ref, where rows are measured.
    onChange: (_, isScroll) => (isScroll && !isMeasuring ? flushSync(render) : render()),
  });
  const virtualizer = new Virtualizer(withDefaults(first));
  return Object.assign(virtualizer, {
    update: (options: RowOptions) => virtualizer.setOptions(withDefaults(options)),
    /** Scrolls as far as needed to show a row in full. */
    scrollToRow: (index: number, align?: 'start') => {
      const row = virtualizer.scrollElement?.querySelector<HTMLElement>('[data-index]');
      above = row?.parentElement?.offsetTop ?? 0;
      virtualizer.options.scrollPaddingEnd = above;
      virtualizer.scrollToIndex(index, align && { align });
    },
    /** The ref of a row. */
    measureRow: (row: HTMLElement | null) => {
      isMeasuring = true;
      virtualizer.measureElement(row);
      isMeasuring = false;
    },
  });
}
