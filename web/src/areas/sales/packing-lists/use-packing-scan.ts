import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { ItemToPack } from '@bobina/contract/sales/packing-lists.ts';
import { api } from '../../../lib/api/api.ts';
import { findGoods } from '../../../lib/barcodes/find-goods.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';
import { leftOf, lineFor, type PackingLine } from './packing-line.ts';

const MOST_BATCHES = 1000;

/**
 * Adds a line for scanned goods: a batch or a reel with the warehouse that holds it, and as much of it as the order still
 * expects.
 * @param items the lines of the order
 * @param onLine receives the new line
 */
export function usePackingScan(
  items: readonly ItemToPack[],
  lines: readonly PackingLine[],
  onLine: (line: PackingLine) => void,
): void {
  const { t } = useTranslation('sales');
  const take = async (code: string) => {
    try {
      const goods = await findGoods(code);
      if (!goods) return toast.error(t('packing.unknown', { code: shownScan(code) }));
      const { product, batch } = goods;
      const item = items.find(({ product_id }) => product_id === product.id);
      if (!item) return toast.error(t('packing.notOrdered', { code: product.code }));
      if (batch !== null && lines.some((one) => one.order_item_id === item.order_item_id && one.batch_number === batch))
        return toast.error(t('packing.alreadyThere', { batch }));
      const left = leftOf(item, lines);
      if (left <= 0) return toast.error(t('packing.nothingLeft'));
      const line = lineFor(item, left);
      if (batch === null) return onLine(line);
      const stock = await api.packingLists.stockToPack({ productId: product.id, query: { limit: MOST_BATCHES } });
      const place = stock.rows.find(({ batch_number }) => batch_number === batch);
      if (!place) return toast.error(t('packing.batchNotThere', { batch }));
      return onLine({
        ...line,
        warehouse_id: place.warehouse_id,
        batch_number: batch,
        quantity: Math.min(left, place.quantity),
      });
    } catch (error) {
      toast.problem(error, t('failed'));
    }
  };
  useLayerHandler('scan', ({ code }) => (items.length > 0 ? () => void take(code) : false));
}
