import type { ReactNode } from 'react';
import type { ErrorCode } from '@bobina/contract/core/errors.ts';
import { trackActs, type Acts } from '../../lib/api/acts.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { commonText } from '../../lib/i18n/i18n.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../toasts.ts';
import { confirm } from './confirm.ts';

interface Removal {
  /** The entity whose queries are invalidated, or a callback that refreshes more. */
  refresh: string | (() => unknown);
  question: string;
  /** The row that will be deleted, named below the question. */
  name?: ReactNode;
  /** Whether the deletion cannot be undone: the question warns about it. */
  isFinal?: boolean;
  /** Deletes the row, with the options for its call. */
  remove: (options: Acts['options']) => Promise<unknown>;
  done: string;
  failed: string;
  /** Screen-specific texts for refusal codes. */
  refusals?: Partial<Record<ErrorCode, string>>;
}

/**
 * Asks for confirmation, deletes the row and reports the result.
 * @returns whether the row was deleted
 */
export async function removeRow(removal: Removal): Promise<boolean> {
  const { refresh, question, name, isFinal = false, remove, done } = removal;
  const label = commonText('action.delete');
  const message = name ? (
    <>
      {question}
      <br />
      <strong>{name}</strong>
    </>
  ) : (
    question
  );
  if (!(await confirm({ title: label, message, confirmLabel: label, danger: true, isFinal }))) return false;
  try {
    const acts = trackActs();
    await remove(acts.options);
    toast.success(done, acts);
    return true;
  } catch (error) {
    toast.error(reasonOf(error, removal), error);
    return false;
  } finally {
    await (typeof refresh === 'string' ? queryClient.invalidateQueries({ queryKey: [refresh] }) : refresh());
  }
}

/** Appends the server's reason to the screen's text, unless the refusal has its own text. */
function reasonOf(error: unknown, { failed, refusals = {} }: Removal): string {
  if (!(error instanceof ApiProblem)) return failed;
  return (
    refusals[error.code as ErrorCode] ??
    (error.message && (error.status === 409 || error.isPassing) ? `${failed}: ${error.message}` : failed)
  );
}
