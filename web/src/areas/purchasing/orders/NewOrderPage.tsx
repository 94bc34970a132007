import { useState } from 'react';
import type { PurchaseOrderInput } from '@bobina/contract/purchasing/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { SAVE_TIMEOUT } from '../calls.ts';
import { newLine } from './order-line.ts';
import { OrderForm } from './OrderForm.tsx';

function emptyOrder() {
  return {
    order_number: '',
    supplier_id: null,
    order_date: companyToday(),
    requested_arrival_date: null,
    confirmed_arrival_date: null,
    notes: '',
    items: [newLine()],
  } as unknown as Partial<PurchaseOrderInput>;
}

function NewOrderPage() {
  const [initial] = useState(emptyOrder);
  return (
    <OrderForm
      initial={initial}
      save={(input, options) => api.purchaseOrders.create(input, { ...options, timeout: SAVE_TIMEOUT })}
    />
  );
}
export default NewOrderPage;
