import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import { api } from '../../lib/api/api.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { queryClient } from '../../lib/query-client.ts';
import { placeOf } from '../../ui/link.tsx';
import { showWarnings, toast } from '../../ui/toasts.ts';
import { ENTRY } from './filters.ts';

type Repeated = Pick<CustomerOrderRow, 'id' | 'order_number' | 'customer_name'>;

/** Returns a function that enters an order again, dated today, and opens the form of the new order. */
export function useRepeat(): { repeat: (order: Repeated) => Promise<void>; isRepeating: boolean } {
  const { t } = useTranslation('orders');
  const navigate = useNavigate();
  const [isRepeating, setRepeating] = useState(false);
  // The state is that of the last render, which a double click is faster than.
  const isRunning = useRef(false);
  const repeat = async (order: Repeated) => {
    if (isRunning.current) return;
    isRunning.current = true;
    setRepeating(true);
    try {
      const created = await api.customerOrders.repeat({ id: order.id });
      toast.success(t('orders.created', { number: created.order_number }), {
        takeBack: async () => {
          const { version } = await api.customerOrders.get({ id: created.id });
          if (version !== created.version)
            throw new ApiProblem('STALE_VERSION', 409, t('repeat.changed', { number: created.order_number }));
          await api.customerOrders.remove({ id: created.id });
          await navigate(placeOf(ENTRY));
        },
      });
      showWarnings(created);
      for (const entity of ['customerOrders', 'production']) void queryClient.invalidateQueries({ queryKey: [entity] });
      await navigate(placeOf(`${ENTRY}?edit=${created.id}`));
    } catch (error) {
      if (isRefusedBy(error, 'INVALID_TRANSITION')) toast.error(t('repeat.nothing', { number: order.order_number }));
      else if (isRefusedBy(error, 'VALIDATION')) toast.error(t('repeat.inactive', { customer: order.customer_name }));
      else toast.problem(error, t('repeat.failed'));
    } finally {
      isRunning.current = false;
      setRepeating(false);
    }
  };
  return { repeat, isRepeating };
}

function isRefusedBy(error: unknown, code: string): boolean {
  return error instanceof ApiProblem && error.code === code;
}
