import { Alert } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ROLES } from '@bobina/contract/core/permissions.ts';
import { UserInput, UserUpdate, type User } from '@bobina/contract/identity/users.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { session, useUser } from '../../../lib/session.ts';
import { EntityForm, FormActions } from '../../../ui/form/EntityForm.tsx';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { PasswordField } from '../../../ui/form/PasswordField.tsx';
import { FieldGrid, Wide } from '../../../ui/form/FormSection.tsx';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { fieldsOf, useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../../ui/form/use-focus-first.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { PersonalDataButtons } from '../../../ui/personal-data.tsx';
import { toast } from '../../../ui/toasts.ts';
import { PresenceHost } from '../presence/PresenceHost.tsx';
import { withPresence } from '../presence/with-presence.ts';
import { EndSessionsButton } from './EndSessionsButton.tsx';
import { USERS } from './filters.ts';

const EMPTY_USER = {
  username: '',
  password: '',
  name: '',
  email: '',
  oidc_subject: '',
  role: 'warehouse',
  is_active: true,
  must_change_password: true,
} as const;

/** Shows the form of a new or existing user. Saving and cancelling return to the list of users. */
export function UserForm({ user }: { user?: User }) {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const me = useUser();
  const isOwn = user !== undefined && user.id === me?.id;
  const toList = () => void navigate({ to: USERS });
  const handle = useEntityForm({
    schema: user ? UserUpdate : UserInput,
    initial: user ? { ...fieldsOf(UserUpdate, user), password: '', must_change_password: !isOwn } : EMPTY_USER,
    version: user?.version,
    failure: t(user ? 'users.updateFailed' : 'users.createFailed'),
    save: (input, options): Promise<User> =>
      user
        ? withPresence(() =>
            api.users.update({ id: user.id, ...input } as Parameters<typeof api.users.update>[0], options),
          )
        : api.users.create(input as Parameters<typeof api.users.create>[0], options),
    onSaved: () => {
      toast.success(t(user ? 'users.updated' : 'users.created'));
      void queryClient.invalidateQueries({ queryKey: ['users'] });
      if (isOwn) void api.auth.me().then(session.remember, () => {});
      toList();
    },
  });
  useFocusFirst(handle, !user);
  return (
    <Page title={user?.name}>
      <EntityForm handle={handle} label={user?.name ?? t('users.add')}>
        {user && (
          <Alert variant="light" color="blue" icon={<IconInfoCircle />}>
            {t(isOwn ? 'users.own' : 'users.sessionsHint')}
          </Alert>
        )}
        <Panel>
          <div style={{ paddingTop: 14 }}>
            <UserFields isNew={!user} isLinked={user?.oidc_subject !== null && user !== undefined} />
          </div>
        </Panel>
        {user && !isOwn && <EndSessionsButton user={user} />}
        {user && (
          <PersonalDataButtons
            name={user.name}
            read={() => api.users.personalData({ id: user.id })}
            erase={isOwn || user.is_active ? undefined : () => api.users.erase({ id: user.id })}
          />
        )}
        <FormActions handle={handle} onCancel={toList} />
      </EntityForm>
      <PresenceHost />
    </Page>
  );
}

function UserFields({ isNew, isLinked }: { isNew: boolean; isLinked: boolean }) {
  const { t } = useTranslation('identity');
  const { t: app } = useTranslation('app');
  const { t: common } = useTranslation('common');
  const me = useUser();
  const [isShown, setShown] = useState(false);
  const methods = useQuery(api.auth.methods.query());
  const grantsAdmin = me?.role === 'admin';
  const role = useFieldValue<string>('role');
  const roleHint = !grantsAdmin
    ? t('users.adminRoleHint')
    : isNew && role === 'admin'
      ? t('users.adminRoleMeans')
      : null;
  return (
    <FieldGrid>
      <TextField name="username" label={t('user.username')} required autoCapitalize="none" spellCheck={false} />
      <TextField name="name" label={t('user.name')} required />
      <TextField
        name="email"
        label={t('user.email')}
        description={t('user.emailHint')}
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
      />
      <PasswordField
        name="password"
        label={t('user.password')}
        required={isNew}
        description={t(isNew ? 'user.passwordNew' : 'user.passwordKeep')}
        autoComplete="new-password"
        visible={isShown}
        onVisibilityChange={setShown}
        visibilityToggleButtonProps={{
          'aria-label': common(isShown ? 'form.hidePassword' : 'form.showPassword'),
          tabIndex: 0,
        }}
      />
      <SelectField
        name="role"
        label={t('user.role')}
        allowDeselect={false}
        description={roleHint}
        data={ROLES.map((value) => ({
          value,
          label: app(`roles.${value}`),
          disabled: value === 'admin' && !grantsAdmin,
        }))}
      />
      {(methods.data?.oidc || isLinked) && (
        <TextField
          name="oidc_subject"
          label={t('user.oidc_subject')}
          description={t(grantsAdmin ? 'user.oidc_subjectHint' : 'user.oidc_subjectAdmin')}
          readOnly={!grantsAdmin}
          maxLength={255}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      <Wide>
        <CheckField
          name="must_change_password"
          label={t('user.must_change_password')}
          description={t(isNew ? 'user.mustChangeNew' : 'user.mustChangeHint')}
        />
      </Wide>
      <Wide>
        <CheckField name="is_active" label={t('user.is_active')} description={t('user.is_activeHint')} />
      </Wide>
    </FieldGrid>
  );
}
