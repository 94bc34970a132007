import { Alert } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseOrderInput } from '@bobina/contract/purchasing/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useCan } from '../../../lib/session.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { SAVE_TIMEOUT } from '../calls.ts';
import { newLine } from './order-line.ts';
import { OrderForm } from './OrderForm.tsx';

const emptyOrder = () =>
  ({
    order_number: '',
    supplier_id: null,
    order_date: companyToday(),
    requested_arrival_date: null,
    confirmed_arrival_date: null,
    notes: '',
    items: [newLine()],
  }) as unknown as Partial<PurchaseOrderInput>;

const NewOrderPage = () => {
  const { t } = useTranslation('app');
  const [initial] = useState(emptyOrder);
  if (!useCan()('purchase_orders.write'))
    return (
      <Page>
        <Alert color="red" variant="light" icon={<IconLock />} title={t('hub.refused')}>
          {t('hub.refusedText')}
        </Alert>
      </Page>
    );
  return (
    <OrderForm
      initial={initial}
      save={(input, options) => api.purchaseOrders.create(input, { ...options, timeout: SAVE_TIMEOUT })}
    />
  );
};
export default NewOrderPage;
