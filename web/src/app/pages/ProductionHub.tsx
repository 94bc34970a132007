import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { mayEnter } from '@bobina/contract/core/permissions.ts';
import { useUser } from '../../lib/session.ts';
import { Page } from '../../ui/page/Page.tsx';
import { CardHub } from './CardHub.tsx';

/** Refuses in words those who lack the permission; the screens below redirect them. */
const ProductionHub = () => {
  const { t } = useTranslation('app');
  const user = useUser();
  if (user && mayEnter(user.role, 'PRODUCTION')) return <CardHub hub="production" />;
  return (
    <Page>
      <Alert color="red" variant="light" icon={<IconLock />} title={t('hub.refused')}>
        {t('hub.refusedText')}
      </Alert>
    </Page>
  );
};
export default ProductionHub;
