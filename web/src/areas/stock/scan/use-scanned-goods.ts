import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { findAllGoods, type Goods } from '../../../lib/barcodes/find-goods.ts';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import { connection } from '../../../lib/connection.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';

/** Search fields and selects: a scan into them is not meant as their text. */
const SEARCHES = '[role=combobox], [aria-haspopup=listbox], [type=search]';

/**
 * Looks up scanned codes and reports unknown ones. Scans into text fields of one line stay there.
 * @param onFound the latest callback is used when the response arrives
 * @param isMeant whether goods are those of the screen, when a number is that of batches of several products
 * @returns a function that looks up a typed code and returns whether it is known
 */
export function useScannedGoods(
  onFound: (goods: Goods) => void,
  isMeant: (goods: Goods) => boolean = () => false,
): (code: string) => Promise<boolean> {
  const { t } = useTranslation('stock');
  const latest = useRef({ onFound, isMeant });
  useEffect(() => {
    latest.current = { onFound, isMeant };
  });
  const lookUp = async (code: string) => {
    try {
      const found = await findAllGoods(code);
      const meant = found.length === 1 ? found : found.filter(latest.current.isMeant);
      const [only, second] = meant;
      if (only && !second) latest.current.onFound(only);
      else if (found.length === 0)
        toast.error(t(connection.isLost() ? 'adder.notKept' : 'adder.unknown', { code: shownScan(code) }));
      else
        toast.error(
          t('adder.several', {
            code: shownScan(code),
            goods: found.map(({ product, batch }) => `${product.code} · ${batch}`).join(', '),
          }),
        );
      return found.length > 0;
    } catch (error) {
      toast.problem(error, t('adder.failed'));
      return false;
    }
  };
  useLayerHandler('scan', ({ code, target, isTyped }) =>
    isTyped && !(target as Element).matches(SEARCHES) ? false : () => void lookUp(code),
  );
  return lookUp;
}
