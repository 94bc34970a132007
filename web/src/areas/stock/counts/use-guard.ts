import { useBlocker } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { session } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';

/** Asks before typed quantities that could not be saved are left behind. */
export function useGuard(hasUnsaved: () => boolean) {
  const { t } = useTranslation();
  const isUnsaved = () => hasUnsaved() && session.token() !== null;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const sheetOf = ({ search }: { search: unknown }) => (search as { sheet?: unknown }).sheet;
      if (current.pathname === next.pathname && sheetOf(current) === sheetOf(next)) return false;
      return (
        isUnsaved() &&
        !(await confirm({
          title: t('form.leaveTitle'),
          message: t('form.leave'),
          confirmLabel: t('form.leaveConfirm'),
          cancelLabel: t('form.stay'),
          danger: true,
        }))
      );
    },
    enableBeforeUnload: isUnsaved,
  });
}
