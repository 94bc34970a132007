import { useBlocker } from '@tanstack/react-router';
import { session } from '../../lib/session.ts';
import { askToLeave } from './ask-to-leave.ts';

/**
 * Asks before a dialog without a form of `useEntityForm` is closed, and before its screen is left or loaded again, while
 * something is typed in it. @returns closes the dialog
 */
export function useAskingToClose(isUnsaved: boolean, onClose: () => void): () => void {
  const isLost = () => isUnsaved && session.token() !== null;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && isLost() && !(await askToLeave()),
    enableBeforeUnload: isLost,
  });
  return () => void (isUnsaved ? askToLeave().then((agreed) => agreed && onClose()) : onClose());
}
