import { useRouterState } from '@tanstack/react-router';
import { Suspense, useState } from 'react';
import { api } from '../../../lib/api/api.ts';
import { prepared } from '../../../ui/prepared.tsx';
import { SAVE_TIMEOUT } from '../calls.ts';
import type { Missing } from './missing-lines.ts';
import { emptyOrder } from './order-line.ts';
import { OrderForm } from './OrderForm.tsx';

const MissingOrders = prepared(() => import('./MissingOrders.tsx'));

/** Shows the form of a new purchase order; with products to order in the navigation state, one form for each supplier. */
function NewOrderPage() {
  const [initial] = useState(emptyOrder);
  const state = useRouterState({ select: ({ location }) => location.state }) as { missing?: Missing[] };
  if (state.missing)
    return (
      <Suspense fallback={null}>
        <MissingOrders missing={state.missing} />
      </Suspense>
    );
  return (
    <OrderForm
      initial={initial}
      save={(input, options) => api.purchaseOrders.create(input, { ...options, timeout: SAVE_TIMEOUT })}
    />
  );
}
export default NewOrderPage;
