import { Alert, Box, Button, Center, Group, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconAlertCircle } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { queryClient } from '../../lib/query-client.ts';
import { session } from '../../lib/session.ts';
import { DENSITY, showDensity } from '../../ui/density.ts';
import { loadPreferences } from '../../ui/preferences.ts';
import { LanguageChoice } from './LanguageChoice.tsx';

/** Returns the server's message; undefined when the response has none. */
function serverMessage(error: unknown) {
  return (error instanceof ApiProblem && error.body.message) || undefined;
}

/** Shows the sign-in form, and the reason why the last session ended. */
function LoginPage() {
  const { t } = useTranslation(['identity', 'common']);
  const navigate = useNavigate();
  const [problem, setProblem] = useState(session.notice());
  const [isWaiting, setWaiting] = useState(false);
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    document.title = `${t('login.button')} · ${t('app.name', { ns: 'common' })}`;
  }, [t]);

  const signIn = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = new FormData(event.currentTarget);
    const text = (name: string) => {
      const value = typed.get(name);
      return typeof value === 'string' ? value : '';
    };
    if (text('username').trim() === '' || text('password') === '') return setProblem(t('login.required'));
    setWaiting(true);
    setProblem(null);
    try {
      const { token, user } = await api.auth.login({
        body: { username: text('username'), password: text('password') },
      });
      queryClient.clear();
      session.begin(token, user);
      // Loaded before the first screen, so that it does not change its density while it is shown.
      await loadPreferences()
        .then((preferences) => showDensity(preferences[DENSITY]))
        .catch(() => {}); // the shell loads them again
      await navigate({ to: '/', replace: true });
    } catch (error) {
      // oxlint-disable-next-line eslint/no-console -- logs a failed sign-in for support
      console.error(error);
      setProblem(serverMessage(error) ?? t('login.failed'));
      setWaiting(false);
    }
  };
  return (
    <Center mih="100dvh" p="md">
      <Box w="100%" maw={400}>
        <Paper p={{ base: 'lg', sm: 32 }} shadow="md">
          <Group gap={12} mb="xl" wrap="nowrap">
            <img src="/icon.svg" width={44} height={44} alt="" />
            <div>
              <Text fw={700} fz={22} lh={1.2} lts="-0.02em">
                {t('app.name', { ns: 'common' })}
              </Text>
              <Title order={1} c="dimmed" fz="sm" fw={500}>
                {t('login.title')}
              </Title>
            </div>
          </Group>
          <form onSubmit={(event) => void signIn(event)} noValidate>
            <Stack>
              {problem && (
                <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
                  {problem}
                </Alert>
              )}
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
              />
              <PasswordInput
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
            </Stack>
          </form>
        </Paper>
        <Group justify="center" mt="lg">
          <LanguageChoice />
        </Group>
      </Box>
    </Center>
  );
}
export default LoginPage;
