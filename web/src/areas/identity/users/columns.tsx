import type { TFunction } from 'i18next';
import type { User } from '@bobina/contract/identity/users.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { statusOf, UserStatus } from './UserStatus.tsx';

/** The fields of a user that the list reads besides those of its columns. */
export const USER_ROW = ['id', 'version', 'username', 'name', 'role'] as const;
export type SeenUser = Pick<User, (typeof USER_ROW)[number]>;
const column = columnsOf<User>();

/** Returns the columns of the list of users. */
export function userColumns(t: TFunction<'identity'>, app: TFunction<'app'>): Column<User>[] {
  return [
    { key: 'username', label: t('user.username'), width: 'minmax(9.5rem, 1fr)', priority: 1 },
    { key: 'name', label: t('user.name'), width: 'minmax(8rem, 1.5fr)', priority: 2 },
    column(['role'], {
      key: 'role',
      label: t('user.role'),
      value: ({ role }) => app(`roles.${role}`),
      width: 'minmax(9.5rem, 1fr)',
      priority: 2,
    }),
    column(['is_active', 'is_online'], {
      key: 'is_active',
      label: t('user.status'),
      value: (user) => t(`userStatus.${statusOf(user)}`),
      cell: (user) => <UserStatus user={user} />,
      width: '7rem',
      priority: 1,
    }),
    { key: 'last_login', label: t('user.last_login'), kind: 'instant', width: 'minmax(9.5rem, 1fr)', priority: 2 },
  ];
}
