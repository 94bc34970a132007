import { api } from '../../../lib/api/api.ts';
import { bodyOf } from './order-line.ts';
import { OrderForm } from './OrderForm.tsx';

/** Shows the form of a new order. */
export function NewOrder({ onClose }: { onClose: () => void }) {
  return (
    <OrderForm
      save={({ body }, options) => api.customerOrders.create({ body: bodyOf(body as never) }, options)}
      onSaved={onClose}
      onCancel={onClose}
    />
  );
}
