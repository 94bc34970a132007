import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Page } from './Page.tsx';

/** A screen for those who found its address and may not enter: refused in words. */
export const Refused = () => {
  const { t } = useTranslation('app');
  return (
    <Page>
      <Alert color="red" variant="light" icon={<IconLock />} title={t('hub.refused')}>
        {t('hub.refusedText')}
      </Alert>
    </Page>
  );
};
