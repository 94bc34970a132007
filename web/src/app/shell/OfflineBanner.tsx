import { Alert, Button, Group } from '@mantine/core';
import { IconPlugConnectedX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { connection, useConnectionLost } from '../../lib/connection.ts';

/** The server cannot be reached: said on top, until it can. */
export function OfflineBanner() {
  const { t } = useTranslation();
  if (!useConnectionLost()) return null;
  return (
    <Alert
      color="red"
      variant="light"
      radius={0}
      py={8}
      icon={<IconPlugConnectedX />}
      role="alert"
      style={{ position: 'sticky', top: 0, zIndex: 250 }}
      className="offline-banner"
    >
      <Group gap="md">
        {t('problem.offline')}
        <Button size="compact-sm" variant="default" onClick={connection.askNow}>
          {t('problem.retryNow')}
        </Button>
      </Group>
    </Alert>
  );
}
