import type { ReactNode } from 'react';
import { createStore } from '../../lib/store.ts';

export interface Question {
  title: string;
  /** States the consequences: quantity, batch, warehouse. */
  message: ReactNode;
  confirmLabel?: string;
  cancelLabel?: string;
  /** Another act that the user may mean, instead of confirming. */
  other?: { label: string; run: () => void };
  danger?: boolean;
  /** Whether Enter cancels: the user has not asked for the act, so that a key pressed too early must not confirm it. */
  cancelsByDefault?: boolean;
  /** Whether the act cannot be undone: the dialog warns about it. */
  isFinal?: boolean;
}

/** The open question, shown by ConfirmHost. */
export const asked = createStore<(Question & { answer: (yes: boolean) => void; at: number }) | null>(null);

/** Asks for confirmation and resolves to the answer. A second question answers a pending one with false. */
export function confirm(question: Question): Promise<boolean> {
  asked.get()?.answer(false);
  return new Promise((resolve) => asked.set({ ...question, answer: resolve, at: performance.now() }));
}
