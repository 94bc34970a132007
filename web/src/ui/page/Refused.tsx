import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Page } from './Page.tsx';

/** The access refusal as a whole screen. */
export function Refused() {
  return (
    <Page>
      <RefusedNotice />
    </Page>
  );
}

/** The access refusal as a part of a screen or a dialog. */
export function RefusedNotice({ m }: { m?: 'md' }) {
  const { t } = useTranslation('app');
  return (
    <Alert color="red" variant="light" {...(m && { m })} icon={<IconLock />} title={t('hub.refused')}>
      {t('hub.refusedText')}
    </Alert>
  );
}
