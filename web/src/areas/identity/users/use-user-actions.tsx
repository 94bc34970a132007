import { IconLock, IconShieldOff } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useUser } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import type { RowAction } from '../../../ui/table/RowMenu.tsx';
import { deleteAction, editAction } from '../../../ui/table/row-actions.tsx';
import type { SeenUser } from './columns.tsx';
import { USERS } from './filters.ts';

/** Returns the row actions of a user. Direction cannot change an admin; users cannot delete themselves. */
export function useUserActions({
  onDeleted,
}: {
  onDeleted: (user: SeenUser) => void;
}): (user: SeenUser) => RowAction[] {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const me = useUser();
  const remove = async (user: SeenUser) => {
    const isGone = await removeRow({
      refresh: 'users',
      question: t('users.deleteConfirm'),
      name: `${user.username} · ${user.name}`,
      remove: (options) => api.users.remove({ id: user.id }, options),
      done: t('users.deleted'),
      failed: t('users.deleteFailed'),
    });
    if (isGone) onDeleted(user);
  };
  const removeFactor = async (user: SeenUser) => {
    const sure = await confirm({
      title: t('users.removeFactor'),
      message: t('users.removeFactorConfirm'),
      confirmLabel: t('users.removeFactor'),
      danger: true,
    });
    if (!sure) return;
    try {
      await api.users.removeSecondFactor({ id: user.id });
      toast.success(t('users.factorRemoved'));
    } catch (error) {
      toast.problem(error, t('users.removeFactorFailed'));
    }
  };
  return (user) => {
    if (user.role === 'admin' && me?.role !== 'admin')
      return [{ label: t('users.adminOnly'), icon: <IconLock size={17} />, onClick: () => {}, disabled: true }];
    return [
      editAction(() => void navigate({ to: `${USERS}/${user.id}` })),
      ...(user.id === me?.id
        ? []
        : [
            {
              label: t('users.removeFactor'),
              icon: <IconShieldOff size={17} />,
              onClick: () => void removeFactor(user),
            },
          ]),
      ...(user.id === me?.id ? [] : [deleteAction(() => void remove(user))]),
    ];
  };
}
