import { Alert, Button, TextInput } from '@mantine/core';
import { IconMail } from '@tabler/icons-react';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordReset, PasswordResetAsked } from '@bobina/contract/identity/auth.ts';
import { api } from '../../lib/api/api.ts';
import { session } from '../../lib/session.ts';
import { EntityForm } from '../../ui/form/EntityForm.tsx';
import { PasswordField } from '../../ui/form/PasswordField.tsx';
import { useEntityForm } from '../../ui/form/use-entity-form.ts';
import { useFocusFirst } from '../../ui/form/use-focus-first.ts';
import { LinkAnchor } from '../../ui/link.tsx';
import { toast } from '../../ui/toasts.ts';
import { SignInFrame } from './SignInFrame.tsx';

/** Asks for a mail with a link, or with the token of such a link in the address sets a new password. */
function NewPasswordPage() {
  const { t } = useTranslation(['identity', 'app', 'common']);
  const token = useRouterState({ select: ({ location }) => location.hash });
  const title = t('screens.newPassword', { ns: 'app' });
  useEffect(() => {
    document.title = `${title} · ${t('app.name', { ns: 'common' })}`;
  }, [t, title]);
  return (
    <SignInFrame title={title}>{token === '' ? <AskForm /> : <PasswordForm key={token} token={token} />}</SignInFrame>
  );
}
export default NewPasswordPage;

function AskForm() {
  const { t } = useTranslation('identity');
  const [isSent, setSent] = useState(false);
  const handle = useEntityForm({
    schema: PasswordResetAsked,
    initial: { username: '' },
    guardsLeaving: false,
    failure: t('reset.askFailed'),
    save: ({ body }) => api.auth.askPasswordReset({ body }),
    onSaved: () => setSent(true),
  });
  useFocusFirst(handle, true);
  if (isSent)
    return (
      <>
        <Alert variant="light" color="green" icon={<IconMail />} role="alert" mb="md">
          {t('reset.sent')}
        </Alert>
        <BackToSignIn />
      </>
    );
  return (
    <EntityForm handle={handle} label={t('reset.ask')}>
      <TextInput
        {...handle.form.getInputProps('username')}
        key={handle.form.key('username')}
        name="username"
        label={t('login.username')}
        description={t('reset.hint')}
        required
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
      />
      <Button type="submit" size="md" loading={handle.isSaving} fullWidth>
        {t('reset.ask')}
      </Button>
      <BackToSignIn />
    </EntityForm>
  );
}

function PasswordForm({ token }: { token: string }) {
  const { t } = useTranslation('identity');
  const { t: app } = useTranslation('app');
  const navigate = useNavigate();
  const handle = useEntityForm({
    schema: PasswordReset,
    initial: { token, new_password: '' },
    guardsLeaving: false,
    failure: t('reset.failed'),
    save: ({ body }) => api.auth.resetPassword({ body }),
    onSaved: () => {
      // Every session of the user has ended, perhaps also the one of this browser.
      session.end();
      toast.success(app('password.changed'));
      void navigate({ to: '/login', replace: true });
    },
  });
  useFocusFirst(handle, true);
  return (
    <EntityForm handle={handle} label={app('screens.newPassword')}>
      <PasswordField
        name="new_password"
        label={app('password.new')}
        description={app('password.hint')}
        required
        autoComplete="new-password"
        size="md"
      />
      <Button type="submit" size="md" loading={handle.isSaving} fullWidth>
        {t('reset.save')}
      </Button>
      <BackToSignIn />
    </EntityForm>
  );
}

function BackToSignIn() {
  const { t } = useTranslation('identity');
  return (
    <LinkAnchor to="/login" size="sm" ta="center">
      {t('reset.toSignIn')}
    </LinkAnchor>
  );
}
