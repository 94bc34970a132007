import { ApiProblem } from '../../../lib/api/problem.ts';
import { createStore } from '../../../lib/store.ts';
import type { ConfirmBy } from '@bobina/contract/core/errors.ts';

/** The open question, shown by PresenceHost. */
export const presenceAsked = createStore<{ ways: readonly ConfirmBy[]; answer: (isConfirmed: boolean) => void } | null>(
  null,
);

/**
 * Runs an act. If the server requires a confirmation of presence, asks for the password, a code or a sign-in by
 * the provider, and runs the act again. Cancelling ends it with the refusal of the server.
 * @throws ApiProblem
 */
export async function withPresence<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.code !== 'CONFIRMATION_REQUIRED') throw error;
    if (!(await askPresence(error.body.confirm_by ?? ['password']))) throw error;
    return act();
  }
}

function askPresence(ways: readonly ConfirmBy[]): Promise<boolean> {
  presenceAsked.get()?.answer(false);
  return new Promise((resolve) => {
    const answer = (isConfirmed: boolean) => {
      presenceAsked.set(null);
      resolve(isConfirmed);
    };
    presenceAsked.set({ ways, answer });
  });
}
