import { askToLeave } from './ask-to-leave.ts';
import { useLeaveGuard } from './use-leave-guard.ts';

/**
 * Asks before a dialog without a form of `useEntityForm` is closed, and before its screen is left or loaded again, while
 * something is typed in it. @returns closes the dialog
 */
export function useAskingToClose(isUnsaved: boolean, onClose: () => void): () => void {
  useLeaveGuard(isUnsaved);
  return () => void (isUnsaved ? askToLeave().then((agreed) => agreed && onClose()) : onClose());
}
