import { useBlocker } from '@tanstack/react-router';
import { session } from '../../lib/session.ts';
import { askToLeave } from './ask-to-leave.ts';

/** Asks before a screen without a form of `useEntityForm` is left or loaded again, while something is typed on it. */
export function useLeaveGuard(isUnsaved: boolean): void {
  const isLost = () => isUnsaved && session.token() !== null;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => current.pathname !== next.pathname && isLost() && !(await askToLeave()),
    enableBeforeUnload: isLost,
  });
}
