import { useBlocker } from '@tanstack/react-router';
import { session } from '../../../lib/session.ts';
import { askToLeave } from '../../../ui/overlay/ask-to-leave.ts';

/** Asks for confirmation before the user leaves unsaved quantities. */
export function useGuard(hasUnsaved: () => boolean) {
  const isUnsaved = () => hasUnsaved() && session.token() !== null;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const sheetOf = ({ search }: { search: unknown }) => (search as { sheet?: unknown }).sheet;
      if (current.pathname === next.pathname && sheetOf(current) === sheetOf(next)) return false;
      return isUnsaved() && !(await askToLeave());
    },
    enableBeforeUnload: isUnsaved,
  });
}
