import type { TFunction } from 'i18next';
import type { PriceForCustomer } from '@bobina/contract/orders/customer-prices.ts';
import type { CustomerOrder, CustomerOrderInput } from '@bobina/contract/orders/orders.ts';
import type { Formats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Doubt } from '../../../ui/overlay/ask-about-doubts.tsx';
import { PRICE_DECIMALS } from '../../../ui/prices/price-columns.tsx';
import { isFar } from '../../../ui/prices/is-far.ts';
import { priceFor } from './LastPrice.tsx';

/**
 * Returns the new lines whose price is far from the last one of the customer, and the changed lines whose price is far from
 * the stored one, as after a wrong decimal separator. Reads loaded prices only.
 */
export function priceDoubts(
  { customer_id, items }: CustomerOrderInput,
  stored: CustomerOrder | undefined,
  t: TFunction<'orders'>,
  formats: Formats,
): readonly Doubt[] {
  return items.flatMap(({ id, product_id, unit_price }, index) => {
    if (product_id == null || unit_price == null) return [];
    const path = `items.${index}.unit_price`;
    const known = queryClient.getQueryData<PriceForCustomer>(priceFor(customer_id, product_id).queryKey);
    const money = (price: number) => formats.money(price, known?.currency, PRICE_DECIMALS);
    const before = id == null ? undefined : stored?.items.find((item) => item.id === id)?.unit_price;
    if (before !== undefined) {
      if (!isFar(unit_price, before)) return [];
      const values = { row: index + 1, price: money(unit_price), before: money(before) };
      return [{ path, text: t('lines.unlikelyChange', values) }];
    }
    const last = known?.last_price ?? 0;
    if (!known || id != null || !isFar(unit_price, last)) return [];
    const values = { row: index + 1, price: money(unit_price), last: money(last), day: formats.day(known.last_day) };
    return [{ path, text: t('lines.unlikelyPrice', values) }];
  });
}
