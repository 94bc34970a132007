import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { queryClient } from '../../../lib/query-client.ts';
import { usePendingFills } from '../../../ui/form/field-checks.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { useFormLines } from '../../../ui/lines/form-lines.ts';
import { toast } from '../../../ui/toasts.ts';
import { priceFor } from './LastPrice.tsx';
import type { OrderLine } from './order-line.ts';

const AT_ONCE = 5;

/** The values of the last lookup of a line. */
interface LookUp {
  customer: number;
  product: number;
  /** The price that was filled in, or null. */
  filled: number | null;
}

/**
 * Fills the empty price of a new line from the customer's price list, once for each product and customer. Typed prices
 * stay. Another customer replaces the prices that were filled in. A save waits for prices under way.
 */
export function useListPrices(): void {
  const { t } = useTranslation('orders');
  const { form, lines, current } = useFormLines<OrderLine>();
  const customer = useFieldValue<number | null>('customer_id');
  const lookUps = useRef(new Map<string, LookUp>());
  const addPending = usePendingFills('items');

  const setPrice = (key: string, price: number | null) => {
    const index = current().findIndex((line) => line.key === key);
    form.clearFieldError(`items.${index}.unit_price`);
    form.setFieldValue(`items.${index}.unit_price`, price, { forceUpdate: false });
  };
  const fill = async (key: string, lookUp: LookUp) => {
    const { source, price } = await queryClient.fetchQuery(priceFor(lookUp.customer, lookUp.product));
    // The line may have been changed or removed, or the customer replaced, during the request.
    const line = current().find((one) => one.key === key);
    if (source !== 'list' || lookUps.current.get(key) !== lookUp || !line || !isEmpty(line)) return;
    lookUp.filled = price;
    setPrice(key, price);
  };
  const lookUpNew = useEffectEvent(async (buyer: number) => {
    const waiting: (() => Promise<void>)[] = [];
    for (const line of current()) {
      const { key, id, product_id } = line;
      const before = lookUps.current.get(key);
      if (id !== undefined || product_id === null) continue;
      if (before?.customer === buyer && before.product === product_id) continue;
      const lookUp = { customer: buyer, product: product_id, filled: null };
      lookUps.current.set(key, lookUp);
      const isFilled = before !== undefined && before.filled !== null && before.filled === line.unit_price;
      if (isFilled) setPrice(key, null);
      if (isFilled || isEmpty(line)) waiting.push(() => fill(key, lookUp));
    }
    try {
      for (let at = 0; at < waiting.length; at += AT_ONCE)
        await Promise.all(waiting.slice(at, at + AT_ONCE).map((start) => start()));
    } catch (error) {
      toast.problem(error, t('lines.priceFailed'));
    }
  });
  useEffect(() => {
    if (customer !== null) void addPending(lookUpNew(customer));
  }, [customer, lines, addPending]);
}

function isEmpty({ unit_price }: OrderLine): boolean {
  return (unit_price ?? '') === '';
}
