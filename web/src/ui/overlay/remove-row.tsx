import type { ReactNode } from 'react';
import type { ErrorCode } from '@bobina/contract/core/errors.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { say } from '../../lib/i18n/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../toasts.ts';
import { confirm } from './confirm.ts';

interface Removal {
  /** What is read again: the lists of an entity, or more. */
  refresh: string | (() => unknown);
  question: string;
  /** What will be gone, named under the question. */
  name?: ReactNode;
  remove: () => Promise<unknown>;
  done: string;
  failed: string;
  /** Refusals that have words of their own. */
  refusals?: Partial<Record<ErrorCode, string>>;
}

/** Asks, deletes, says how it went. @returns whether it is gone */
export async function removeRow(removal: Removal): Promise<boolean> {
  const { refresh, question, name, remove, done } = removal;
  const label = say('action.delete');
  const message = name ? (
    <>
      {question}
      <br />
      <strong>{name}</strong>
    </>
  ) : (
    question
  );
  if (!(await confirm({ title: label, message, confirmLabel: label, danger: true }))) return false;
  try {
    await remove();
    toast.success(done);
    return true;
  } catch (error) {
    toast.error(reasonOf(error, removal));
    return false;
  } finally {
    await (typeof refresh === 'string' ? queryClient.invalidateQueries({ queryKey: [refresh] }) : refresh());
  }
}

/** Any other refusal explains itself after the words of the screen. */
function reasonOf(error: unknown, { failed, refusals = {} }: Removal): string {
  if (!(error instanceof ApiProblem)) return failed;
  return (
    refusals[error.code as ErrorCode] ??
    (error.message && (error.status === 409 || error.isPassing) ? `${failed}: ${error.message}` : failed)
  );
}
