import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { findGoods, type Goods } from '../../../lib/barcodes/find-goods.ts';
import { shownScan } from '../../../lib/barcodes/read-scan.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';

/** Where nobody means to write a barcode down: fields that search or choose. */
const SEARCHES = '[role=combobox], [aria-haspopup=listbox], [type=search]';

/**
 * Looks up what is scanned on a screen, and says so when a code names nothing. Scans into fields of free text stay
 * there.
 * @param onFound as it is when the answer is there, not when the scan was
 * @returns looks up a code that was typed, and answers whether it names goods
 */
export function useScannedGoods(onFound: (goods: Goods) => void): (code: string) => Promise<boolean> {
  const { t } = useTranslation('stock');
  const found = useRef(onFound);
  useEffect(() => {
    found.current = onFound;
  });
  const lookUp = async (code: string) => {
    try {
      const goods = await findGoods(code);
      if (goods) found.current(goods);
      else toast.error(t('adder.unknown', { code: shownScan(code) }));
      return goods !== undefined;
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
