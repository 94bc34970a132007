import { Button, Code, Group, Stack, Text, Title } from '@mantine/core';
import type { ErrorComponentProps } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';

/** A page that broke: never blank, always with a way on. Whole-page links, for the router's state may be what broke. */
export function CrashPage({ error }: ErrorComponentProps) {
  const { t } = useTranslation();
  return (
    <Stack maw={640} mx="auto" p="xl" gap="md" role="alert">
      <Title order={1} fz="xl">
        Unexpected Application Error!
      </Title>
      <Text>{t('problem.crash')}</Text>
      <Code block style={{ whiteSpace: 'pre-wrap' }}>
        {error instanceof Error ? error.message : String(error)}
      </Code>
      <Group>
        <Button onClick={() => location.reload()}>{t('problem.reload')}</Button>
        <Button variant="default" component="a" href="/">
          {t('problem.backHome')}
        </Button>
      </Group>
    </Stack>
  );
}
