import type { TFunction } from 'i18next';
import type { PriceForCustomer } from '@bobina/contract/orders/customer-prices.ts';
import type { CustomerOrderInput } from '@bobina/contract/orders/orders.ts';
import type { Formats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Doubt } from '../../../ui/overlay/ask-about-doubts.tsx';
import { PRICE_DECIMALS } from '../../../ui/prices/price-columns.tsx';
import { priceFor } from './LastPrice.tsx';

/** A price is unlikely if it is at least this multiple of the last one, or at most this fraction of it. */
const UNLIKELY = 20;

/** Returns the new lines whose price is far from the last one, as after a wrong decimal separator. Reads loaded prices only. */
export function priceDoubts(
  { customer_id, items }: CustomerOrderInput,
  t: TFunction<'orders'>,
  formats: Formats,
): readonly Doubt[] {
  return items.flatMap(({ id, product_id, unit_price }, index) => {
    if (id != null || product_id == null || unit_price == null) return [];
    const known = queryClient.getQueryData<PriceForCustomer>(priceFor(customer_id, product_id).queryKey);
    const last = known?.last_price ?? 0;
    if (!known || last <= 0 || (unit_price < last * UNLIKELY && unit_price > last / UNLIKELY)) return [];
    const money = (price: number) => formats.money(price, known.currency, PRICE_DECIMALS);
    const values = { row: index + 1, price: money(unit_price), last: money(last), day: formats.day(known.last_day) };
    return [{ path: `items.${index}.unit_price`, text: t('lines.unlikelyPrice', values) }];
  });
}
