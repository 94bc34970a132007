import { Alert, Box, Button, Group } from '@mantine/core';
import { IconPlugConnectedX, IconRefresh } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { connection, useConnectionLost } from '../../lib/connection.ts';

/** The banner on top while the server is unreachable. */
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
      classNames={{ icon: 'mantine-visible-from-sm' }}
      role="alert"
      style={{ position: 'sticky', top: 0, zIndex: 250 }}
      className="offline-banner"
    >
      {/* On a phone the text has two lines, and the button its icon alone. */}
      <Group gap="md" wrap="nowrap">
        <span>{t('problem.offline')}</span>
        <Button
          size="compact-sm"
          variant="default"
          flex="none"
          ms={{ base: 'auto', sm: 0 }}
          aria-label={t('problem.retryNow')}
          onClick={connection.askNow}
        >
          <Box component="span" visibleFrom="sm">
            {t('problem.retryNow')}
          </Box>
          <Box component="span" hiddenFrom="sm" lh={0}>
            <IconRefresh size={18} />
          </Box>
        </Button>
      </Group>
    </Alert>
  );
}
