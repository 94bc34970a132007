import { Badge } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { User } from '@bobina/contract/identity/users.ts';

export const statusOf = ({ is_active, is_online }: Pick<User, 'is_active' | 'is_online'>) =>
  !is_active ? 'inactive' : is_online ? 'online' : 'offline';
const COLORS = { inactive: 'red', online: 'teal', offline: 'gray' };

export const UserStatus = ({ user }: { user: User }) => {
  const { t } = useTranslation('identity');
  const status = statusOf(user);
  return <Badge color={COLORS[status]}>{t(`userStatus.${status}`)}</Badge>;
};
