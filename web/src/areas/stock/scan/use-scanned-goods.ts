import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { findGoods, type Goods } from '../../../lib/barcodes/find-goods.ts';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';

/** Search fields and selects: a scan into them is not meant as their text. */
const SEARCHES = '[role=combobox], [aria-haspopup=listbox], [type=search]';

/**
 * Looks up scanned codes and reports unknown ones. Scans into text fields of one line stay there.
 * @param onFound the latest callback is used when the response arrives
 * @returns a function that looks up a typed code and returns whether it is known
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
