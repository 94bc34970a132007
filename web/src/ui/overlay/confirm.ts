import type { ReactNode } from 'react';
import { createStore } from '../../lib/store.ts';

export interface Question {
  title: string;
  /** Names what will happen: quantity, batch, warehouse. */
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  danger?: boolean;
}

/** What the ConfirmHost shows. */
export const asked = createStore<(Question & { answer: (yes: boolean) => void }) | null>(null);

/** Asks, and resolves to whether the person confirmed. A second question waits for no first: the first is a no. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => asked.set({ ...question, answer: resolve }));
}
