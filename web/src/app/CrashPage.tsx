import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { connection } from '../lib/connection.ts';

/** The code of a screen cannot be loaded, because the server does not answer. */
export class NoServer extends Error {}

/**
 * The page after a render error, or in place of a screen that cannot be loaded without the network; it is then loaded once
 * the server answers. Its links reload the page, because the router's state may be broken.
 */
export function CrashPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  const isOffline = error instanceof NoServer;
  useEffect(() => (isOffline ? void connection.onBack(() => location.reload()) : undefined), [isOffline]);
  return (
    <Stack maw={640} mx="auto" p="xl" gap="md" role="alert">
      <Title order={1} fz="xl">
        {isOffline ? t('problem.unexpected') : 'Unexpected Application Error!'}
      </Title>
      <Text>{t(isOffline ? 'problem.offline' : 'problem.crash')}</Text>
      {!isOffline && (
        <pre style={{ whiteSpace: 'pre-wrap' }}>{error instanceof Error ? error.message : String(error)}</pre>
      )}
      <Group>
        <Button onClick={() => location.reload()}>{t('problem.reload')}</Button>
        <Button variant="default" component="a" href="/">
          {t('problem.backHome')}
        </Button>
      </Group>
    </Stack>
  );
}
