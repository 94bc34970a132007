import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { isRestricted, session, useUser } from '../../../lib/session.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { PersonalDataButtons } from '../../../ui/personal-data.tsx';
import { PresenceHost } from '../presence/PresenceHost.tsx';
import { AccountPanel } from './AccountPanel.tsx';
import { TotpPanel } from './TotpPanel.tsx';
import { SessionsPanel } from './SessionsPanel.tsx';
import { PasskeysPanel } from './PasskeysPanel.tsx';
import { PasswordPanel } from './PasswordPanel.tsx';

/** Shows how the user signs in. A user who must first change the password or add a second factor sees that
 * part only. */
function AccountPage() {
  const { t } = useTranslation('identity');
  const navigate = useNavigate();
  const user = useUser();
  const mustChange = user?.password_change_required === true;
  const mustAdd = !mustChange && user?.second_factor_required === true;
  const onChanged = async () => {
    if (!mustChange && !mustAdd) return;
    const me = await api.auth.me();
    session.remember(me);
    if (!isRestricted(me)) await navigate({ to: '/', replace: true });
  };
  return (
    <Page>
      {(mustChange || mustAdd) && (
        <Alert variant="light" color="yellow" icon={<IconLock />} role="alert">
          {t(mustChange ? 'account.mustChange' : 'account.mustAdd')}
        </Alert>
      )}
      {!mustAdd && <PasswordPanel isRequired={mustChange} onChanged={() => void onChanged()} />}
      {!mustChange && <TotpPanel onChanged={() => void onChanged()} />}
      {!mustChange && <PasskeysPanel onChanged={() => void onChanged()} />}
      {!mustChange && !mustAdd && <SessionsPanel />}
      {user && !mustChange && !mustAdd && (
        <AccountPanel title={t('account.data')} hint={t('account.dataHint')}>
          <PersonalDataButtons name={user.name} read={() => api.users.personalData({ id: user.id })} />
        </AccountPanel>
      )}
      <PresenceHost />
    </Page>
  );
}
export default AccountPage;
