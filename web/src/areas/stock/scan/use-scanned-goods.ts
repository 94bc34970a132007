import { useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { findAllGoods, type Goods } from '../../../lib/barcodes/find-goods.ts';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import { connection } from '../../../lib/connection.ts';
import { holdKeysUntil } from '../../../lib/held-keys.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';

/** Search fields and selects: a scan into them is not meant as their text. */
const SEARCHES = '[role=combobox], [aria-haspopup=listbox], [type=search]';

/**
 * Looks up scanned codes and reports unknown ones; what is typed meanwhile waits for the answer. Scans into text fields of one line stay there.
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
  /** @returns whether the code is known, and whether its goods were taken */
  const find = async (code: string): Promise<{ isKnown: boolean; isTaken: boolean }> => {
    try {
      const found = await findAllGoods(code);
      const isKnown = found.length > 0;
      const meant = found.length === 1 ? found : found.filter(latest.current.isMeant);
      const [only, second] = meant;
      if (only && !second) {
        // The screen moves the focus at once: the keys that were held go there.
        flushSync(() => latest.current.onFound(only));
        return { isKnown, isTaken: true };
      }
      if (!isKnown) toast.error(t(connection.isLost() ? 'adder.notKept' : 'adder.unknown', { code: shownScan(code) }));
      else
        toast.error(
          t('adder.several', {
            code: shownScan(code),
            goods: found.map(({ product, batch }) => `${product.code} · ${batch}`).join(', '),
          }),
        );
      return { isKnown, isTaken: false };
    } catch (error) {
      toast.problem(error, t('adder.failed'));
      return { isKnown: false, isTaken: false };
    }
  };
  const lookUp = async (code: string) => {
    const found = find(code);
    holdKeysUntil(found.then(({ isTaken }) => isTaken));
    return (await found).isKnown;
  };
  useLayerHandler('scan', ({ code, target, isTyped }) =>
    isTyped && !(target as Element).matches(SEARCHES) ? false : () => void lookUp(code),
  );
  return lookUp;
}
