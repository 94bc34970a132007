import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconInbox, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal, problemText } from '../../lib/api/problem.ts';
import { RefusedNotice } from '../page/Refused.tsx';

export interface Empty {
  title: string;
  /** What belongs here. */
  hint?: string;
  action?: ReactNode;
}

export function EmptyState({ title, hint, action, icon }: Empty & { icon?: ReactNode }) {
  return (
    <Stack align="center" gap={6} py={56} px="md" ta="center">
      <Text c="dimmed" component="div" aria-hidden>
        {icon ?? <IconInbox size={44} stroke={1.3} />}
      </Text>
      <Title order={2} fz="lg">
        {title}
      </Title>
      {hint && (
        <Text c="dimmed" maw={460}>
          {hint}
        </Text>
      )}
      {action && <div style={{ marginTop: 12 }}>{action}</div>}
    </Stack>
  );
}

export function NoMatch({ onClear }: { onClear: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('list.noMatch')}
      hint={t('list.noMatchHint')}
      icon={<IconSearchOff size={44} stroke={1.3} />}
      action={
        onClear && (
          <Button variant="default" onClick={onClear}>
            {t('action.clearFilters')}
          </Button>
        )
      }
    />
  );
}

/** What could not be read, with a retry; the access refusal, without one, where the role may not read it. */
export function LoadFailed({
  error,
  onRetry,
  title,
}: {
  error: Error;
  onRetry: () => void;
  title?: string | undefined;
}) {
  const { t } = useTranslation();
  if (isRefusal(error)) return <RefusedNotice m="md" />;
  return (
    <Alert color="red" variant="light" m="md" icon={<IconAlertCircle />} title={title ?? t('list.loadFailed')}>
      <Stack align="flex-start" gap="sm">
        <Text size="sm">{problemText(error, t('problem.unexpected'))}</Text>
        <Button color="red.8" size="sm" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      </Stack>
    </Alert>
  );
}
