import { Alert, Stack } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useUser } from '../../../lib/session.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { EntityLoader, useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { toast } from '../../../ui/toasts.ts';
import { USERS } from './filters.ts';
import { UserForm } from './UserForm.tsx';

/** Direction changes no admin: said in place of a form that could not be saved. */
function AdminRefused({ name }: { name: string }) {
  const { t } = useTranslation('identity');
  return (
    <Page title={name}>
      <Alert variant="light" color="yellow" icon={<IconLock />} title={t('users.adminTitle')}>
        <Stack align="flex-start" gap="sm">
          {t('users.adminRefused')}
          <LinkButton to={USERS} variant="default">
            {t('users.toList')}
          </LinkButton>
        </Stack>
      </Alert>
    </Page>
  );
}

function EditUserPage() {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const id = useIdParameter();
  const me = useUser();
  const user = useQuery(api.users.get.query({ id }));
  const onLost = () => {
    toast.error(t('users.loadFailed'));
    void navigate({ to: USERS, replace: true });
  };
  return (
    <EntityLoader query={user} onFailed={onLost}>
      {(loaded) =>
        loaded.role === 'admin' && me?.role !== 'admin' ? (
          <AdminRefused name={loaded.name} />
        ) : (
          <UserForm key={loaded.id} user={loaded} />
        )
      }
    </EntityLoader>
  );
}
export default EditUserPage;
