import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '@bobina/contract/identity/users.ts';

/** Returns `inactive` for a disabled user, else whether the user is online. */
export function statusOf({ is_active, is_online }: Pick<User, 'is_active' | 'is_online'>) {
  return !is_active ? 'inactive' : is_online ? 'online' : 'offline';
}
const COLORS = { inactive: 'red', online: 'teal', offline: 'gray' };

/** Shows the status of a user as a badge. */
export function UserStatus({ user }: { user: Pick<User, 'is_active' | 'is_online'> }) {
  const { t } = useTranslation('identity');
  const status = statusOf(user);
  return <Badge color={COLORS[status]}>{t(`userStatus.${status}`)}</Badge>;
}
