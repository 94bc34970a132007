import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { shownScan } from '@bobina/contract/core/scan-text.ts';
import type { ReadyShipment } from '@bobina/contract/sales/shipments.ts';
import { findGoods } from '../../../lib/barcodes/find-goods.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { session } from '../../../lib/session.ts';
import { storage } from '../../../lib/storage.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { toast } from '../../../ui/toasts.ts';
import { batchNamed, scannedPart, type Part } from './parts.ts';

/** Search fields: a scan into them is not meant as their text. */
const SEARCHES = '[type=search]';

/** Picks of today that this user made on this device: a picker who looks at another screen goes on where he was. */
const KEPT = 'picks';
interface Kept {
  user: number | undefined;
  day: string;
  chosen: number[];
  picked: string[];
}

/**
 * Holds the ticked lines and the parts confirmed by scan, on this device until the end of the day; nothing is reserved.
 * A scan ticks the line of the part that it confirms.
 */
export function usePicking(shipments: readonly ReadyShipment[] | undefined) {
  const { t } = useTranslation('sales');
  const [kept] = useState(readKept);
  const [chosen, setTicked] = useState<ReadonlySet<number>>(new Set(kept?.chosen));
  const [picked, setPicked] = useState<ReadonlySet<string>>(new Set(kept?.picked));
  useEffect(() => {
    const isEmpty = chosen.size === 0 && picked.size === 0;
    const picks: Kept = { user: session.user()?.id, day: companyToday(), chosen: [...chosen], picked: [...picked] };
    storage.write(KEPT, isEmpty ? null : JSON.stringify(picks));
  }, [chosen, picked]);
  const [confirmed, setConfirmed] = useState('');
  const tick = (ids: readonly number[], isTicked: boolean) =>
    setTicked((before) => (isTicked ? before.union(new Set(ids)) : before.difference(new Set(ids))));
  // Lines that are no longer listed do not count as ticked: they were shipped or deleted, or a search hides them.
  const ticked = useMemo(() => {
    const listed = (shipments ?? []).flatMap(({ items }) => items.map(({ order_item_id }) => order_item_id));
    return chosen.intersection(new Set(listed));
  }, [shipments, chosen]);

  /** The hint of the scan before does not stand beside an error. */
  const refuse = (text: string) => {
    setConfirmed('');
    toast.error(text);
  };
  const scan = async (code: string) => {
    try {
      const goods = (await findGoods(code)) ?? batchNamed(shipments ?? [], code);
      if (!goods) return refuse(t('shipments.unknown', { code: shownScan(code) }));
      const name = [goods.product.code, goods.batch].filter(Boolean).join(' · ');
      const { part, isListed } = scannedPart(shipments ?? [], goods, { ticked, picked });
      if (!part) return refuse(t(isListed ? 'shipments.alreadyPicked' : 'shipments.notProposed', { name }));
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
  /** Drops what was shipped: the rest of a line is still to be picked. */
  const forget = (parts: readonly Part[]) => {
    tick([...new Set(parts.map(({ item }) => item.order_item_id))], false);
    setPicked((before) => before.difference(new Set(parts.map(({ key }) => key))));
  };
  return { ticked, picked, tick, confirmed, forget };
}

function readKept(): Kept | null {
  const text = storage.read(KEPT);
  try {
    const kept = JSON.parse(text ?? 'null') as Kept | null;
    return kept && kept.user === session.user()?.id && kept.day === companyToday() ? kept : null;
  } catch {
    return null;
  }
}
