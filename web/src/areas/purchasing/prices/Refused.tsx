import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../ui/page/Page.tsx';

/** For a role that prices are none of its business. */
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
