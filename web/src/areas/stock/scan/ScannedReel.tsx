import { Button } from '@mantine/core';
import {
  IconArrowsExchange,
  IconBuildingFactory2,
  IconLock,
  IconLockOpen,
  IconScale,
  IconTag,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { prepared } from '../../../ui/prepared.tsx';
import { useMayOpenRuns } from '../../../ui/run-links.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from './scan-page.module.css';

const ReelCard = prepared(() => pieces().then((module) => ({ default: module.ReelCard })));
const WeighDialog = prepared(() => pieces().then((module) => ({ default: module.WeighDialog })));
const MoveDialog = prepared(() => pieces().then((module) => ({ default: module.MoveDialog })));
const HoldDialog = prepared(() => pieces().then((module) => ({ default: module.HoldDialog })));

const UseReelDialog = prepared(() =>
  import('../../runs/index.ts').then((module) => ({ default: module.UseReelDialog })),
);

export type ReelAct = 'weigh' | 'move' | 'hold' | 'label' | 'use';
/** The acts by the digit that starts them from the field, so that the keyboard and a sheet of barcodes suffice. */
export const ACT_KEYS: Readonly<Record<string, ReelAct>> = { 1: 'weigh', 2: 'move', 3: 'hold', 4: 'label', 5: 'use' };

interface Props {
  /** As the scan answered it; read again after each act. */
  scanned: Reel;
  /** The open act; a label is printed at once and is never open. */
  act: ReelAct | null;
  onAct: (act: ReelAct | null) => void;
}

/** Shows the card of a scanned reel, and the buttons that weigh, move, hold and label it, and mount or return it. */
export function ScannedReel({ scanned, act, onAct }: Props) {
  const { t } = useTranslation('reels');
  const { t: runs } = useTranslation('runs');
  const { t: stock } = useTranslation('stock');
  const can = useCan();
  const { data } = useQuery(api.reels.get.query({ id: scanned.batch_id }));
  const reel: Reel = data ?? scanned;
  const isHeld = reel.hold_reason !== null;
  const close = () => onAct(null);
  const mayUse = useMayOpenRuns('runs.write') && (reel.machine_id !== null || (reel.quantity > 0 && !isHeld));
  const mayHold = can(isHeld ? 'quality.release' : 'quality.hold');
  const buttons: { key: ReelAct; label: string; icon: ReactNode; isOffered: boolean }[] = [
    { key: 'weigh', label: t('weigh.action'), icon: <IconScale size={24} />, isOffered: can('stock.write') },
    { key: 'move', label: t('move.action'), icon: <IconArrowsExchange size={24} />, isOffered: can('stock.write') },
    {
      key: 'hold',
      label: t(isHeld ? 'holding.release.action' : 'holding.hold.action'),
      icon: isHeld ? <IconLockOpen size={24} /> : <IconLock size={24} />,
      isOffered: mayHold,
    },
    { key: 'label', label: t('labels.one'), icon: <IconTag size={24} />, isOffered: true },
    {
      key: 'use',
      label: runs(reel.machine_id === null ? 'act.mount' : 'return.action'),
      icon: <IconBuildingFactory2 size={24} />,
      isOffered: mayUse,
    },
  ];
  /** A digit starts every act; one that is not offered must not wait for a reel that allows it. */
  const refuse = useEffectEvent(() => {
    if (buttons.some(({ key, isOffered }) => key === act && !isOffered)) {
      toast.warning(stock('scan.notOffered', { code: reel.code }));
      close();
    }
  });
  useEffect(() => refuse(), [act]);
  return (
    <Suspense fallback={null}>
      <ReelCard reel={reel}>
        <div className={classes.acts}>
          {buttons.map(
            ({ key, label, icon, isOffered }, index) =>
              isOffered && (
                <Button
                  key={key}
                  size="lg"
                  variant={key === 'weigh' ? 'filled' : 'default'}
                  leftSection={icon}
                  rightSection={<span aria-hidden>{index + 1}</span>}
                  aria-keyshortcuts={String(index + 1)}
                  onClick={() => onAct(key)}
                >
                  {label}
                </Button>
              ),
          )}
        </div>
      </ReelCard>
      {act === 'weigh' && can('stock.write') && <WeighDialog reel={reel} onClose={close} />}
      {act === 'move' && can('stock.write') && <MoveDialog reel={reel} onClose={close} />}
      {act === 'use' && mayUse && <UseReelDialog reel={reel} onClose={close} />}
      {act === 'hold' && mayHold && <HoldDialog batch={{ ...reel, batch_number: reel.code }} onClose={close} />}
    </Suspense>
  );
}

function pieces() {
  return import('../../reels/index.ts');
}
