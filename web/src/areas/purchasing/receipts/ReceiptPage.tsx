import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { Reopened } from '../../../ui/offline/Reopened.tsx';
import { EntityLoader, useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { withTimeout } from '../calls.ts';
import { ReceiptForm } from './ReceiptForm.tsx';
import { receiptPath } from './use-receive.tsx';

const readDetails = withTimeout(api.goodsReceipts.orderDetails);

/** Shows the receipt of one order. */
function ReceiptPage() {
  const orderId = useIdParameter('orderId');
  const { t } = useTranslation('purchasing');
  const navigate = useNavigate();
  const [stays, setStays] = useState(0);
  const order = useQuery(readDetails.query({ orderId }));
  const warehouses = useQuery(api.warehouses.list.query({ query: { sort: 'name' } }));
  const leave = (text: string) => {
    toast.error(text);
    void navigate({ to: '/operazioni/ricezione-merce', replace: true });
  };
  return (
    <EntityLoader query={order} onFailed={() => leave(t('receipts.loadFailed'))}>
      {(opened) => (
        <EntityLoader query={warehouses} onFailed={() => leave(t('receipts.warehousesFailed'))}>
          {({ rows }) => (
            <Reopened key={`${opened.id}-${stays}`} screen={receiptPath(orderId)}>
              {(act) => (
                <ReceiptForm
                  opened={opened}
                  order={order.data ?? opened}
                  warehouses={rows}
                  reopened={act}
                  onStay={() => setStays(stays + 1)}
                />
              )}
            </Reopened>
          )}
        </EntityLoader>
      )}
    </EntityLoader>
  );
}
export default ReceiptPage;
