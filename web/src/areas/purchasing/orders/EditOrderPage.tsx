import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLoader, useIdParameter } from '../../../ui/page/EntityLoader.tsx';
import { toast } from '../../../ui/toasts.ts';
import { readOrder, SAVE_TIMEOUT } from '../calls.ts';
import { valuesOf } from './order-line.ts';
import { OrderForm } from './OrderForm.tsx';
import { OrderSheet } from './OrderSheet.tsx';

function EditOrderPage() {
  const id = useIdParameter();
  const { t } = useTranslation('purchasing');
  const navigate = useNavigate();
  const mayWrite = useCan()('purchase_orders.write');
  const order = useQuery(readOrder.query({ id }));
  const onFailed = (error: Error) => {
    const isLate = error instanceof ApiProblem && error.code === 'TIMEOUT';
    toast.error(isLate ? `${t('orders.loadFailed')}: ${error.message}` : t('orders.loadFailed'));
    void navigate({ to: '/operazioni/ordini-fornitori', replace: true });
  };
  return (
    <EntityLoader query={order} onFailed={onFailed}>
      {(loaded) =>
        mayWrite ? (
          <OrderForm
            key={loaded.id}
            order={loaded}
            initial={valuesOf(loaded)}
            save={(input, options) =>
              api.purchaseOrders.update({ id, ...input }, { ...options, timeout: SAVE_TIMEOUT })
            }
          />
        ) : (
          <OrderSheet order={loaded} />
        )
      }
    </EntityLoader>
  );
}
export default EditOrderPage;
