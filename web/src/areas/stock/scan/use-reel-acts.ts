import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { useMayOpenRuns } from '../../../ui/run-links.tsx';

export type ReelAct = 'weigh' | 'move' | 'hold' | 'label' | 'use';
/** The acts by the digit that starts them from the field, so that the keyboard and a sheet of barcodes suffice. */
export const ACT_KEYS: Readonly<Record<string, ReelAct>> = { 1: 'weigh', 2: 'move', 3: 'hold', 4: 'label', 5: 'use' };

/** An act on a reel, with the digit that starts it. */
interface OfferedAct {
  digit: string;
  key: ReelAct;
  label: string;
}

/**
 * Reads a scanned reel again after each act.
 * @returns the reel, the acts that the user can do with it now, and a function that says why another one cannot be done
 */
export function useReelActs(scanned: Reel | null) {
  const { t } = useTranslation('reels');
  const { t: runs } = useTranslation('runs');
  const { t: stock } = useTranslation('stock');
  const can = useCan();
  const mayUse = useMayOpenRuns('runs.write');
  const { data } = useQuery({ ...api.reels.get.query({ id: scanned?.batch_id ?? 0 }), enabled: scanned !== null });
  const reel = scanned && (data ?? scanned);
  const isHeld = reel !== null && reel.hold_reason !== null;
  const isMounted = reel !== null && reel.machine_id !== null;
  const labels: Record<ReelAct, string | false> = {
    weigh: can('stock.write') && t('weigh.action'),
    move: can('stock.write') && t('move.action'),
    hold:
      can(isHeld ? 'quality.release' : 'quality.hold') && t(isHeld ? 'holding.release.action' : 'holding.hold.action'),
    label: t('labels.one'),
    use:
      mayUse &&
      (isMounted || (reel !== null && reel.quantity > 0 && !isHeld)) &&
      runs(isMounted ? 'return.action' : 'act.mount'),
  };
  const acts = Object.entries(ACT_KEYS).flatMap(([digit, key]): OfferedAct[] => {
    const label = labels[key];
    return label ? [{ digit, key, label }] : [];
  });
  const refusal = (act: ReelAct): string => {
    const { code = '', hold_reason: reason = null, quantity = 0 } = reel ?? {};
    if (reason !== null && (act === 'hold' || act === 'use')) return stock('scan.onHold', { code, reason });
    return stock(act === 'use' && mayUse && quantity <= 0 ? 'scan.finished' : 'scan.notAllowed', { code });
  };
  return { reel, acts, refusal };
}
