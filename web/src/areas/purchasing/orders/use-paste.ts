import { useMemo, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import type { Product } from '@bobina/contract/registry/products.ts';
import { usePastedLines } from '../../../ui/lines/use-pasted-lines.ts';
import { toast } from '../../../ui/toasts.ts';
import { newLine, productPart, type OrderLine } from './order-line.ts';

/**
 * Pasted rows become lines of the supplier's products.
 * @param products undefined while they are not read yet: nothing can be looked up then
 */
export function usePaste(
  grid: RefObject<HTMLElement | null>,
  products: readonly Product[] | undefined,
  onLines: (lines: OrderLine[]) => void,
) {
  const { t } = useTranslation('purchasing');
  const byCode = useMemo(
    () => products && new Map(products.map((product) => [product.code.toLowerCase(), product])),
    [products],
  );
  return usePastedLines({
    grid,
    find: byCode && (async () => byCode),
    lineOf: (product, { quantity, price }) => newLine({ ...productPart(product), quantity, unit_price: price }),
    onLines,
    onFailed: (error) => toast.problem(error, t('orders.productsFailed')),
  });
}
