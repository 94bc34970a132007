import { Alert, Button, Stack, Text, Title } from '@mantine/core';
import { IconAlertCircle, IconInbox, IconSearchOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isRefusal, problemText } from '../../lib/api/problem.ts';
import { RefusedNotice } from '../page/Refused.tsx';
import classes from './table.module.css';

export interface Empty {
  title: string;
  /** Describes the rows that the table will contain. */
  hint?: string;
  action?: ReactNode;
}

/** The state of a list without any rows. */
export function EmptyState({ title, hint, action, icon }: Empty & { icon?: ReactNode }) {
  return (
    <Stack align="center" gap={4} py={48} px="md" ta="center" data-empty>
      <div className={classes.emptyIcon} aria-hidden>
        {icon ?? <IconInbox size={24} stroke={1.6} />}
      </div>
      <Title order={2} fz="md">
        {title}
      </Title>
      {hint && (
        <Text c="dimmed" size="sm" maw={460}>
          {hint}
        </Text>
      )}
      {action && <div style={{ marginTop: 12 }}>{action}</div>}
    </Stack>
  );
}

/** The state of a list in which no row matches the filters. */
export function NoMatch({ onClear }: { onClear: (() => void) | undefined }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      title={t('list.noMatch')}
      hint={t('list.noMatchHint')}
      icon={<IconSearchOff size={24} stroke={1.6} />}
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

/** A load error with a retry button, or the access refusal if the role may not read the data. */
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
