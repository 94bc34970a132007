import { Alert, Badge, Button, Group, Loader, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState, type FormEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { TotpSecret } from '@bobina/contract/identity/second-factor.ts';
import { api } from '../../../lib/api/api.ts';
import { problemText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { prepared } from '../../../ui/prepared.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import { withPresence } from '../presence/with-presence.ts';
import { AccountPanel } from './AccountPanel.tsx';

const QrCode = prepared(() => import('./QrCode.tsx'));

/** Sets up and removes the codes of an authenticator app. @param onChanged after either */
export function TotpPanel({ onChanged }: { onChanged: () => void }) {
  const { t } = useTranslation('identity');
  const state = useQuery(api.auth.secondFactorState.query());
  const [begun, setBegun] = useState<TotpSecret | null>(null);
  const refresh = async () => {
    setBegun(null);
    await queryClient.invalidateQueries({ queryKey: api.auth.secondFactorState.key });
    onChanged();
  };
  const begin = async () => {
    try {
      setBegun(await withPresence(() => api.auth.startTotp()));
    } catch (error) {
      toast.problem(error, t('totp.failed'));
    }
  };
  const isActive = state.data?.totp === true;
  return (
    <AccountPanel
      title={t('totp.title')}
      hint={t('totp.hint')}
      actions={
        state.data && (
          <Badge color={isActive ? 'green' : 'gray'} variant="light">
            {t(isActive ? 'totp.active' : 'totp.inactive')}
          </Badge>
        )
      }
    >
      {state.error && !state.data && (
        <LoadFailed error={state.error} onRetry={() => void state.refetch()} title={t('totp.failed')} />
      )}
      {isActive && (
        <CodeForm
          label={t('totp.removeCode')}
          button={t('totp.remove')}
          isDanger
          send={(code) => api.auth.removeTotp({ body: { code } })}
          onDone={() => {
            toast.success(t('totp.removed'));
            void refresh();
          }}
        >
          <Text size="sm">{t('totp.left', { shown: String(state.data?.recovery_codes_left ?? 0) })}</Text>
        </CodeForm>
      )}
      {state.data && !isActive && !begun && (
        <Group>
          <Button onClick={() => void begin()}>{t('totp.begin')}</Button>
        </Group>
      )}
      {begun && (
        <CodeForm
          label={t('totp.code')}
          button={t('totp.confirm')}
          send={(code) => api.auth.confirmTotp({ body: { code } })}
          onDone={() => {
            toast.success(t('totp.confirmed'));
            void refresh();
          }}
        >
          <Secret {...begun} />
        </CodeForm>
      )}
    </AccountPanel>
  );
}

/** The secret for the app and the recovery codes. */
function Secret({ secret, uri, recovery_codes }: TotpSecret) {
  const { t } = useTranslation('identity');
  return (
    <Stack gap="sm">
      <Text size="sm">{t('totp.scan')}</Text>
      <Suspense fallback={<Loader />}>
        <QrCode text={uri} label={t('totp.qr')} />
      </Suspense>
      <Text size="sm">
        {t('totp.secret')} <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </Text>
      <Alert variant="light" color="yellow" title={t('totp.recovery')}>
        <Text size="sm">{t('totp.recoveryHint')}</Text>
        <ul aria-label={t('totp.recovery')}>
          {recovery_codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </Alert>
    </Stack>
  );
}

interface CodeFormProps {
  label: string;
  button: string;
  isDanger?: boolean;
  send: (code: string) => Promise<unknown>;
  onDone: () => void;
  children: ReactNode;
}

/** Asks for one code. A refused code stays in the field. */
function CodeForm({ label, button, isDanger, send, onDone, children }: CodeFormProps) {
  const { t } = useTranslation('identity');
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (code.trim() === '') return setProblem(t('totp.missing'));
    setSending(true);
    setProblem(null);
    try {
      await send(code);
      onDone();
    } catch (error) {
      setProblem(problemText(error, t('totp.failed')));
    } finally {
      setSending(false);
    }
  };
  return (
    <form onSubmit={(event) => void submit(event)} noValidate aria-label={button}>
      <Stack gap="md">
        {children}
        <Group align="flex-end">
          <TextInput
            label={label}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            error={problem}
            autoComplete="one-time-code"
            autoCapitalize="none"
            spellCheck={false}
            required
          />
          <Button type="submit" loading={isSending} {...(isDanger && { color: 'red.8' })}>
            {button}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
