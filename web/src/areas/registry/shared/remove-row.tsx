import type { ErrorCode } from '@bobina/contract/core/errors.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { say } from '../../../lib/i18n/i18n.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';

interface Removal {
  /** The entity whose lists are read again. */
  entity: string;
  question: string;
  /** What will be gone, named under the question. */
  name: string;
  remove: () => Promise<unknown>;
  done: string;
  failed: string;
  /** Refusals that have words of their own. */
  refusals?: Partial<Record<ErrorCode, string>>;
}

/** Any other refusal explains itself after the words of the screen. */
const reasonOf = (error: unknown, { failed, refusals = {} }: Removal): string => {
  if (!(error instanceof ApiProblem)) return failed;
  return (
    refusals[error.code as ErrorCode] ??
    (error.status === 409 || error.isPassing ? `${failed}: ${error.message}` : failed)
  );
};

/** Asks, deletes, says how it went. @returns whether it is gone */
export const removeRow = async (removal: Removal): Promise<boolean> => {
  const { entity, question, name, remove, done } = removal;
  const label = say('action.delete');
  if (
    !(await confirm({
      title: label,
      message: (
        <>
          {question}
          <br />
          <strong>{name}</strong>
        </>
      ),
      confirmLabel: label,
      danger: true,
    }))
  )
    return false;
  try {
    await remove();
    toast.success(done);
    return true;
  } catch (error) {
    toast.error(reasonOf(error, removal));
    return false;
  } finally {
    await queryClient.invalidateQueries({ queryKey: [entity] });
  }
};
