import type { RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { usePastedLines } from '../../../ui/lines/use-pasted-lines.ts';
import { toast } from '../../../ui/toasts.ts';
import { findProducts } from './find-products.ts';
import { newLine, productPart, type OrderLine } from './order-line.ts';

/** Pasted rows become lines of the active products that they name. */
export function usePaste(grid: RefObject<HTMLElement | null>, onLines: (lines: OrderLine[]) => void) {
  const { t } = useTranslation('orders');
  return usePastedLines({
    grid,
    find: findProducts,
    lineOf: (product, { quantity, price, day }) =>
      newLine({ ...productPart(product), quantity, unit_price: price, delivery_date: day }),
    takesDay: true,
    onLines,
    onFailed: (error) => toast.problem(error, t('orders.productsFailed')),
  });
}
