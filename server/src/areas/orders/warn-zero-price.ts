import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Act } from '../../platform/context.ts';

/** One warning for all lines with a price of 0, at the first of them; the order is saved all the same. */
export function warnZeroPrice(act: Act, { items }: CustomerOrder): void {
  const isFree = ({ unit_price }: CustomerOrder['items'][number]) => unit_price === 0;
  const codes = new Set(items.filter(isFree).map(({ code }) => code));
  if (codes.size > 0)
    act.warn('zero_price', { products: [...codes].join(', ') }, `items.${items.findIndex(isFree)}.unit_price`);
}
