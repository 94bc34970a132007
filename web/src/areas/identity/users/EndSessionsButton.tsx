import { Button, Group } from '@mantine/core';
import { IconLogout } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { User } from '@bobina/contract/identity/users.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';

/** Ends all sessions of a user, after a question. */
export function EndSessionsButton({ user }: { user: User }) {
  const { t } = useTranslation('identity');
  const end = async () => {
    const sure = await confirm({
      title: t('users.endSessions'),
      message: t('users.endSessionsConfirm', { name: user.name }),
      confirmLabel: t('users.endSessions'),
      danger: true,
    });
    if (!sure) return;
    try {
      await api.users.endSessions({ id: user.id });
      toast.success(t('users.sessionsEnded'));
      void queryClient.invalidateQueries({ queryKey: ['users'] });
    } catch (error) {
      toast.problem(error, t('users.endSessionsFailed'));
    }
  };
  return (
    <Group>
      <Button variant="default" leftSection={<IconLogout size={17} />} onClick={() => void end()}>
        {t('users.endSessions')}
      </Button>
    </Group>
  );
}
