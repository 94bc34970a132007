import { createStore } from '../../lib/store.ts';

/** The document shown inside the page because the browser blocked its window. */
export const blockedPrint = createStore<{
  title: string;
  fill: (target: Document) => Promise<void>;
  delay: number;
} | null>(null);
