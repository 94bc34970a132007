import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ItemToReceive } from '@bobina/contract/purchasing/receipts.ts';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toast } from '../../../ui/toasts.ts';
import { READ_TIMEOUT } from '../calls.ts';

/** The manual "completed" mark of a line: booked at once, whatever else is being typed. */
export function useCompleted(orderId: number, onDone: (item: ItemToReceive, completed: boolean) => void) {
  const { t } = useTranslation('purchasing');
  const [switching, setSwitching] = useState<number | null>(null);
  const set = async (item: ItemToReceive, completed: boolean) => {
    setSwitching(item.id);
    try {
      const order = await api.goodsReceipts.setCompleted(
        { id: item.id, body: { completed } },
        { timeout: READ_TIMEOUT },
      );
      queryClient.setQueryData(api.goodsReceipts.orderDetails.query({ orderId }).queryKey, order);
      onDone(item, completed);
      toast.success(t(completed ? 'receipt.markedCompleted' : 'receipt.reopened', { code: item.code }));
      void queryClient.invalidateQueries({ queryKey: ['purchaseOrders'] });
    } catch (error) {
      toast.problem(error, t('receipt.toggleFailed'));
    }
    setSwitching(null);
  };
  return { switching, set: (item: ItemToReceive, completed: boolean) => void set(item, completed) };
}
