import { IconLock, IconPencil, IconTrash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { User } from '@bobina/contract/identity/users.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useUser } from '../../../lib/session.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import type { RowAction } from '../../../ui/table/RowActions.tsx';
import { toast } from '../../../ui/toasts.ts';
import { USERS } from './filters.ts';

const ICON = 17;
const reasonOf = (error: unknown, failed: string) =>
  error instanceof ApiProblem && (error.status === 409 || error.isPassing) ? `${failed}: ${error.message}` : failed;

/** What can be done with a user. Direction touches no admin; nobody deletes oneself. */
export const useUserActions = ({ onDeleted }: { onDeleted: (user: User) => void }): ((user: User) => RowAction[]) => {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation('common');
  const navigate = useNavigate();
  const me = useUser();
  const remove = async (user: User) => {
    const label = common('action.delete');
    const message = (
      <>
        {t('users.deleteConfirm')}
        <br />
        <strong>{user.username}</strong> · {user.name}
      </>
    );
    if (!(await confirm({ title: label, message, confirmLabel: label, danger: true }))) return;
    try {
      await api.users.remove({ id: user.id });
      toast.success(t('users.deleted'));
      onDeleted(user);
    } catch (error) {
      toast.error(reasonOf(error, t('users.deleteFailed')));
    }
    await queryClient.invalidateQueries({ queryKey: ['users'] });
  };
  return (user) => {
    if (user.role === 'admin' && me?.role !== 'admin')
      return [{ label: t('users.adminOnly'), icon: <IconLock size={ICON} />, onClick: () => {}, disabled: true }];
    return [
      {
        label: common('action.edit'),
        icon: <IconPencil size={ICON} />,
        onClick: () => void navigate({ to: `${USERS}/${user.id}` }),
      },
      ...(user.id === me?.id
        ? []
        : [
            {
              label: common('action.delete'),
              icon: <IconTrash size={ICON} />,
              onClick: () => void remove(user),
              danger: true,
            },
          ]),
    ];
  };
};
