import { Alert, Button, PasswordInput, Stack, TextInput } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState, type FormEvent, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { SignedIn } from '@bobina/contract/identity/auth.ts';
import type { SecondFactorAsked } from '@bobina/contract/identity/second-factor.ts';
import { api } from '../../lib/api/api.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { queryClient } from '../../lib/query-client.ts';
import { isRestricted, NEW_PASSWORD, session } from '../../lib/session.ts';
import { DENSITY, showDensity } from '../../ui/density.ts';
import { LinkAnchor } from '../../ui/link.tsx';
import { loadPreferences } from '../../ui/preferences.ts';
import { beginAtProvider, takeProviderAnswer } from './provider-answer.ts';
import { SecondStep } from './SecondStep.tsx';
import { SignInFrame } from './SignInFrame.tsx';

/** Returns the server's message; undefined when the response has none. */
function serverMessage(error: unknown) {
  return (error instanceof ApiProblem && error.body.message) || undefined;
}

/** Shows the sign-in form, its second step, and the reason why the last session ended. */
function LoginPage() {
  const { t } = useTranslation(['identity', 'common']);
  const navigate = useNavigate();
  const [problem, setProblem] = useState(session.notice());
  const [isWaiting, setWaiting] = useState(false);
  const [isShown, setShown] = useState(false);
  /** Of the first step, while the second one is shown. */
  const [asked, setAsked] = useState<SecondFactorAsked | null>(null);
  const password = useRef<HTMLInputElement>(null);
  const methods = useQuery({ ...api.auth.methods.query(), retry: false });
  const startAgain = () => {
    setAsked(null);
    setProblem(null);
  };
  useEffect(() => {
    document.title = `${t('login.button')} · ${t('app.name', { ns: 'common' })}`;
  }, [t]);

  // Back from the sign-in provider.
  useEffect(() => {
    const answer = takeProviderAnswer();
    if (answer?.ticket !== undefined) {
      const { ticket } = answer;
      void attempt(() => api.auth.oidcSignIn({ body: { ticket } }), t('login.provider.failed'));
    } else if (answer) setProblem(t(`login.provider.${answer.refused}`));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the answer is taken once
  }, []);

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = typed.get(name);
      return typeof value === 'string' ? value : '';
    };
    const isFirst = asked === null;
    if (isFirst && (text('username').trim() === '' || text('password') === '')) return setProblem(t('login.required'));
    if (!isFirst && text('code').trim() === '') return setProblem(t('login.codeRequired'));
    await attempt(
      () =>
        isFirst
          ? api.auth.login({ body: { username: text('username'), password: text('password') } })
          : api.auth.secondFactor({ body: { ticket: asked.ticket, code: text('code') } }),
      t('login.failed'),
    );
  };

  /** Enter goes on to an empty password, as from field to field in a form. */
  const enterUsername = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key !== 'Enter' || event.currentTarget.value.trim() === '' || password.current?.value !== '') return;
    event.preventDefault();
    password.current.focus();
  };

  /** Signs in with a passkey: for the ticket of the first step, or instead of the password. */
  const signWithDevice = () =>
    attempt(async () => {
      const { signWithPasskey } = await import('./passkey-device.ts');
      const ticket = asked?.ticket;
      const options = await api.auth.passkeySignInOptions({ body: ticket === undefined ? {} : { ticket } });
      const signed = await signWithPasskey(options);
      return ticket === undefined
        ? api.auth.passkeySignIn({ body: signed })
        : api.auth.secondFactor({ body: { ticket, ...signed } });
    }, t('login.passkeyFailed'));

  const attempt = async (send: () => Promise<SignedIn | SecondFactorAsked>, failure: string) => {
    setWaiting(true);
    setProblem(null);
    try {
      const signedIn = await send();
      if ('ticket' in signedIn) {
        setAsked(signedIn);
        setWaiting(false);
        return;
      }
      queryClient.clear();
      session.begin(signedIn.token, signedIn.user);
      // Loaded before the first screen, so that it does not change its density while it is shown.
      if (!isRestricted(signedIn.user))
        await loadPreferences()
          .then((preferences) => showDensity(preferences[DENSITY]))
          .catch(() => {}); // the shell loads them again
      await navigate({ to: '/', replace: true });
    } catch (error) {
      // oxlint-disable-next-line eslint/no-console -- logs a failed sign-in for support
      console.error(error);
      setProblem(serverMessage(error) ?? failure);
      setWaiting(false);
    }
  };
  return (
    <SignInFrame title={t('login.title')}>
      <form onSubmit={(event) => void signIn(event)} noValidate>
        <Stack>
          {problem && (
            <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
              {problem}
            </Alert>
          )}
          {asked !== null ? (
            <SecondStep
              factors={asked.second_factor}
              isWaiting={isWaiting}
              onPasskey={() => void signWithDevice()}
              onBack={startAgain}
            />
          ) : (
            <>
              <TextInput
                name="username"
                label={t('login.username')}
                required
                autoComplete="username"
                autoCapitalize="none"
                spellCheck={false}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- the sign-in form is the only content of the page
                autoFocus
                size="md"
                onKeyDown={enterUsername}
              />
              <PasswordInput
                ref={password}
                name="password"
                label={t('login.password')}
                required
                autoComplete="current-password"
                size="md"
                visible={isShown}
                onVisibilityChange={setShown}
                visibilityToggleButtonProps={{
                  'aria-label': isShown
                    ? t('form.hidePassword', { ns: 'common' })
                    : t('form.showPassword', { ns: 'common' }),
                  tabIndex: 0,
                }}
              />
              <Button type="submit" size="md" loading={isWaiting} fullWidth>
                {t('login.button')}
              </Button>
              {methods.data?.passkey && (
                <Button size="md" variant="default" fullWidth onClick={() => void signWithDevice()}>
                  {t('login.passkey')}
                </Button>
              )}
              {methods.data?.oidc && (
                <Button
                  component="a"
                  href="/api/auth/oidc/start"
                  size="md"
                  variant="default"
                  fullWidth
                  onClick={beginAtProvider}
                >
                  {t('login.provider.button', { name: methods.data.oidc.name })}
                </Button>
              )}
              {methods.data?.password_reset && (
                <LinkAnchor to={NEW_PASSWORD} size="sm" ta="center">
                  {t('login.forgotten')}
                </LinkAnchor>
              )}
            </>
          )}
        </Stack>
      </form>
    </SignInFrame>
  );
}
export default LoginPage;
