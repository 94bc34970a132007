import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { usePendingFills } from '../../../ui/form/field-checks.ts';
import { useFormHere } from '../../../ui/form/form-context.ts';
import { toast } from '../../../ui/toasts.ts';
import { failureText, READ_TIMEOUT } from '../calls.ts';
import type { OrderLine } from './order-line.ts';

const AT_ONCE = 5;

/**
 * Returns a function that fills in the unit prices of lines without a price. A price typed in the meantime is kept, and a
 * save waits for the prices.
 */
export function useLinePrices(): (supplierId: number, lines: readonly OrderLine[]) => Promise<void> {
  const form = useFormHere();
  const addPending = usePendingFills('items');
  const { t } = useTranslation('purchasing');
  const fill = async (supplier_id: number, { key, product_id }: OrderLine) => {
    const { unit_price } = await queryClient.fetchQuery(
      api.purchaseOrders.price.query(
        { query: { supplier_id: String(supplier_id), product_id: String(product_id) } },
        { timeout: READ_TIMEOUT },
      ),
    );
    // The line may have been moved, changed or removed during the request.
    const lines = (form.getValues() as { items: OrderLine[] }).items;
    const index = lines.findIndex((line) => line.key === key);
    const line = lines[index];
    if (line && line.product_id === product_id && line.unit_price === null)
      form.setFieldValue(`items.${index}.unit_price`, unit_price, { forceUpdate: false });
  };
  const fillAll = async (supplierId: number, lines: readonly OrderLine[]) => {
    const waiting = lines.filter(({ product_id, unit_price }) => product_id !== null && unit_price === null);
    try {
      for (let at = 0; at < waiting.length; at += AT_ONCE)
        await Promise.all(waiting.slice(at, at + AT_ONCE).map((line) => fill(supplierId, line)));
    } catch (error) {
      toast.error(failureText(t('orders.priceFailed'), error));
    }
  };
  return (supplierId, lines) => addPending(fillAll(supplierId, lines));
}
