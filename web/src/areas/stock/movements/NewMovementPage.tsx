import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { emptyMovement } from './movement-form.ts';
import { MovementForm } from './MovementForm.tsx';

const NewMovementPage = () => {
  const { t } = useTranslation('app');
  const [initial] = useState(emptyMovement);
  if (!useCan()('stock.write'))
    return (
      <Page>
        <Alert color="red" variant="light" icon={<IconLock />} title={t('hub.refused')}>
          {t('hub.refusedText')}
        </Alert>
      </Page>
    );
  return <MovementForm initial={initial} save={(input, options) => api.stockMovements.create(input, options)} />;
};
export default NewMovementPage;
