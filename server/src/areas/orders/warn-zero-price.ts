import type { CustomerOrder } from '@bobina/contract/orders/orders.ts';
import type { Act } from '../../platform/context.ts';

/** Adds one warning, at the first line with a price of 0. The order is saved. */
export function warnZeroPrice(act: Act, { items }: CustomerOrder): void {
  const isFree = ({ unit_price }: CustomerOrder['items'][number]) => unit_price === 0;
  const codes = new Set(items.filter(isFree).map(({ code }) => code));
  if (codes.size > 0)
    act.warn('zero_price', { products: [...codes].join(', ') }, `items.${items.findIndex(isFree)}.unit_price`);
}
