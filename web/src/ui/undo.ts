import { api } from '../lib/api/api.ts';
import { ApiProblem } from '../lib/api/problem.ts';
import { commonText } from '../lib/i18n/i18n.ts';
import { queryClient } from '../lib/query-client.ts';
import { dismiss, toast, toasts, type Toast } from './toasts.ts';

/**
 * Undoes the acts of a toast, the last one first, and reports the result. Acts that could not be sent stay in a toast, to
 * be tried again.
 */
export async function undoActs({ id, acts = [], takeBack, message, isTop }: Toast): Promise<void> {
  dismiss(id);
  const shown = isTop ? toast.top : toast;
  if (takeBack) return undoByCall(takeBack, shown, () => shown.success(message, { takeBack }));
  const left: number[] = [];
  let undone = 0;
  for (const activity_id of acts.toReversed()) {
    try {
      await api.undo.undo({ activity_id });
      undone++;
    } catch (error) {
      if (error instanceof ApiProblem && error.isPassing) left.unshift(activity_id);
      toast.problem(error, commonText('undo.failed'));
    }
  }
  if (left.length > 0) shown.success(message, { ids: left });
  if (undone > 0) shown.success(commonText('undo.done'));
  await queryClient.invalidateQueries();
}

/** Undoes the newest toast that offers it. @returns false when there is none */
export function undoNewest(): boolean {
  const newest = toasts.get().findLast(({ acts, takeBack }) => acts ?? takeBack);
  if (newest) void undoActs(newest);
  return newest !== undefined;
}

/** Takes an act back by its own call. @param onPassing after a failure of the network, to offer it again */
export async function undoByCall(
  takeBack: () => Promise<unknown>,
  shown: Pick<typeof toast, 'success'> = toast,
  onPassing?: () => void,
): Promise<void> {
  try {
    await takeBack();
    shown.success(commonText('undo.done'));
  } catch (error) {
    if (error instanceof ApiProblem && error.isPassing) onPassing?.();
    toast.problem(error, commonText('undo.failed'));
  }
  await queryClient.invalidateQueries();
}
