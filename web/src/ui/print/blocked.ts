import { createStore } from '../../lib/store.ts';

/** A document that waits inside the page, since the browser blocked its window. */
export const blockedPrint = createStore<{
  title: string;
  fill: (target: Document) => Promise<void>;
  delay: number;
} | null>(null);
