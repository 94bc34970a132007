import { useTranslation } from 'react-i18next';
import { readScan } from '@bobina/contract/core/read-scan.ts';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { ItemToReceive } from '@bobina/contract/purchasing/receipts.ts';
import { findAllGoods } from '../../../lib/barcodes/find-goods.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';

/** Selects and pickers: a scan into them is not meant as their text. */
const PICKERS = '[role=combobox], [aria-haspopup=listbox]';

/**
 * Takes scans on the form of a receipt: the product on a label leads to its line. The number of the delivery note, which may
 * be scanned too, stays in its field.
 * @param lines the lines of the form, in their order
 * @param onFound the indexes of the lines of the product, at least one
 */
export function useScannedItem(lines: readonly ItemToReceive[], onFound: (indexes: readonly number[]) => void): void {
  const { t } = useTranslation('purchasing');
  const indexesOf = (isMeant: (item: ItemToReceive) => boolean) =>
    lines.flatMap((item, index) => (isMeant(item) ? [index] : []));
  const take = async (scanned: string) => {
    // The codes of the lines are known without a call, also without a network.
    const codes = new Set(readScan(scanned).map(({ code }) => code.toLowerCase()));
    const named = indexesOf(({ code }) => codes.has(code.toLowerCase()));
    if (named.length > 0) return onFound(named);
    try {
      const products = new Set((await findAllGoods(scanned)).map(({ product }) => product.id));
      const found = indexesOf(({ product_id }) => products.has(product_id));
      if (found.length > 0) onFound(found);
      else toast.error(t('receipt.notInOrder', { code: shownScan(scanned) }));
    } catch (error) {
      toast.problem(error, t('receipt.notInOrder', { code: shownScan(scanned) }));
    }
  };
  useLayerHandler('scan', ({ code, target, isTyped }) =>
    isTyped && !(target as Element).matches(PICKERS) ? false : () => void take(code),
  );
}
