import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { ReadyShipment } from '@bobina/contract/sales/shipments.ts';
import { findGoods } from '../../../lib/barcodes/find-goods.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';
import { scannedPart } from './parts.ts';

/** Search fields: a scan into them is not meant as their text. */
const SEARCHES = '[type=search]';

/**
 * Holds the ticked lines and the parts confirmed by scan. Only this screen holds them; nothing is reserved. A scan
 * ticks the line of the part that it confirms.
 */
export function usePicking(shipments: readonly ReadyShipment[] | undefined) {
  const { t } = useTranslation('sales');
  const [chosen, setTicked] = useState<ReadonlySet<number>>(new Set());
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set());
  const [confirmed, setConfirmed] = useState('');
  const tick = (ids: readonly number[], isTicked: boolean) =>
    setTicked((before) => (isTicked ? before.union(new Set(ids)) : before.difference(new Set(ids))));
  // Lines that are no longer listed do not count as ticked: they were shipped or deleted, or a search hides them.
  const ticked = useMemo(() => {
    const listed = (shipments ?? []).flatMap(({ items }) => items.map(({ order_item_id }) => order_item_id));
    return chosen.intersection(new Set(listed));
  }, [shipments, chosen]);

  const scan = async (code: string) => {
    try {
      const goods = await findGoods(code);
      if (!goods) return toast.error(t('shipments.unknown', { code: shownScan(code) }));
      const name = [goods.product.code, goods.batch].filter(Boolean).join(' · ');
      const { part, isListed } = scannedPart(shipments ?? [], goods, { ticked, picked });
      if (!part) return toast.error(t(isListed ? 'shipments.alreadyPicked' : 'shipments.notProposed', { name }));
      tick([part.item.order_item_id], true);
      setPicked((before) => new Set(before).add(part.key));
      setConfirmed(t('shipments.picked', { name }));
    } catch (error) {
      toast.problem(error, t('failed'));
    }
  };
  useLayerHandler('scan', ({ code, target, isTyped }) =>
    isTyped && !(target as Element).matches(SEARCHES) ? false : () => void scan(code),
  );
  return { ticked, picked, tick, confirmed };
}
