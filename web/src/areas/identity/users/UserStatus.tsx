import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '@bobina/contract/identity/users.ts';

export function statusOf({ is_active, is_online }: Pick<User, 'is_active' | 'is_online'>) {
  return !is_active ? 'inactive' : is_online ? 'online' : 'offline';
}
const COLORS = { inactive: 'red', online: 'teal', offline: 'gray' };

export function UserStatus({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const status = statusOf(user);
  return <Badge color={COLORS[status]}>{t(`userStatus.${status}`)}</Badge>;
}
