import { useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { findGoods, type Goods } from '../../../lib/barcodes/find-goods.ts';
import { shownScan } from '../../../lib/barcodes/read-scan.ts';
import { onScan } from '../../../lib/scanner.ts';
import { toast } from '../../../ui/toasts.ts';

/**
 * Looks up what is scanned on a screen, and says so when a code names nothing. Scans into other text fields stay there;
 * a dialog above has fields of its own.
 * @param takesFrom the text fields whose scans are the screen's, too
 * @param onFound as it is when the answer is there, not when the scan was
 * @returns looks up a code that was typed
 */
export const useScannedGoods = (
  onFound: (goods: Goods) => void,
  takesFrom: (field: Element) => boolean,
): ((code: string) => Promise<void>) => {
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
    } catch (error) {
      toast.problem(error, t('adder.failed'));
    }
  };
  const takes = useEffectEvent(takesFrom);
  const scanned = useEffectEvent(lookUp);
  useEffect(
    () =>
      onScan(({ code, target, isTyped }) => {
        const isCovered = document.querySelector('[role=dialog][aria-modal=true]') !== null;
        if (isCovered || (isTyped && !takes(target as Element))) return false;
        void scanned(code);
        return true;
      }),
    [],
  );
  return lookUp;
};
