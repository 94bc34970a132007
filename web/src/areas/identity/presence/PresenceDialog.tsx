import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useEffectEvent, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConfirmBy } from '@bobina/contract/core/errors.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { session, useSession } from '../../../lib/session.ts';
import { usePasswordToggle } from '../../../ui/form/PasswordField.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

interface Props {
  ways: readonly ConfirmBy[];
  answer: (isConfirmed: boolean) => void;
}

/** Asks the user for the password, a code of the app, or a new sign-in by the provider. */
function PresenceDialog({ ways, answer }: Props) {
  const { t } = useTranslation('identity');
  const { t: common } = useTranslation();
  const [way, setWay] = useState(ways[0]!);
  const other = ways.find((candidate) => candidate !== way);
  return (
    <Dialog title={t('presence.title')} onClose={() => answer(false)}>
      <Stack>
        <Text size="sm">{t('presence.why')}</Text>
        {way === 'provider' ? (
          <ByProvider onDone={answer} />
        ) : (
          <BySecret key={way} way={way} onDone={() => answer(true)} />
        )}
        <Group justify="space-between">
          {other ? (
            <Button variant="subtle" onClick={() => setWay(other)}>
              {t(`presence.by.${other}`)}
            </Button>
          ) : (
            <span />
          )}
          <Button variant="default" onClick={() => answer(false)}>
            {common('action.cancel')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
export default PresenceDialog;

/** A refused password or code stays in the field. */
function BySecret({ way, onDone }: { way: 'password' | 'code'; onDone: () => void }) {
  const { t } = useTranslation('identity');
  const [secret, setSecret] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const toggle = usePasswordToggle();
  const send = async (event: FormEvent) => {
    event.preventDefault();
    // The form of the screen must not be sent with it.
    event.stopPropagation();
    if (secret.trim() === '') return setProblem(t(way === 'code' ? 'totp.missing' : 'presence.missing'));
    setSending(true);
    setProblem(null);
    try {
      await api.auth.confirm({ body: { [way]: secret } });
      onDone();
    } catch (error) {
      const field = error instanceof ApiProblem ? error.fields[0]?.message : undefined;
      setProblem(field ?? problemText(error, t('presence.failed')));
      setSending(false);
    }
  };
  const input = {
    label: t(way === 'code' ? 'totp.code' : 'presence.password'),
    value: secret,
    onChange: (event: { currentTarget: { value: string } }) => setSecret(event.currentTarget.value),
    error: problem,
    required: true,
  };
  return (
    <form onSubmit={(event) => void send(event)} noValidate aria-label={t('presence.title')}>
      <Group align="flex-end">
        {way === 'password' ? (
          <PasswordInput {...input} {...toggle} autoComplete="current-password" style={{ flex: 1 }} />
        ) : (
          <TextInput
            {...input}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            style={{ flex: 1 }}
          />
        )}
        <Button type="submit" loading={isSending}>
          {t('presence.confirm')}
        </Button>
      </Group>
    </form>
  );
}

/** The provider signs the user in again in another tab. Both tabs share the session, so this one sees the new token. */
function ByProvider({ onDone }: { onDone: (isConfirmed: boolean) => void }) {
  const { t } = useTranslation('identity');
  const { token } = useSession();
  const [before] = useState(() => ({ token: session.token(), userId: session.user()?.id }));
  const finish = useEffectEvent(() => onDone(session.user()?.id === before.userId));
  useEffect(() => {
    if (token !== null && token !== before.token) finish();
  }, [token, before]);
  return (
    <Button component="a" href="/api/auth/oidc/start" target="_blank" rel="noopener">
      {t('presence.provider')}
    </Button>
  );
}
