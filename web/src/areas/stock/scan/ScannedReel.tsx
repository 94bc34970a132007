import { Button } from '@mantine/core';
import {
  IconArrowsExchange,
  IconBuildingFactory2,
  IconLock,
  IconLockOpen,
  IconScale,
  IconTag,
} from '@tabler/icons-react';
import { Suspense, useEffect, useEffectEvent, type ReactNode } from 'react';
import type { Reel } from '@bobina/contract/stock/reels.ts';
import { prepared } from '../../../ui/prepared.tsx';
import { toast } from '../../../ui/toasts.ts';
import classes from './scan-page.module.css';
import type { ReelAct, useReelActs } from './use-reel-acts.ts';

const ReelCard = prepared(() => pieces().then((module) => ({ default: module.ReelCard })));
const WeighDialog = prepared(() => pieces().then((module) => ({ default: module.WeighDialog })));
const MoveDialog = prepared(() => pieces().then((module) => ({ default: module.MoveDialog })));
const HoldDialog = prepared(() => pieces().then((module) => ({ default: module.HoldDialog })));

const UseReelDialog = prepared(() =>
  import('../../runs/index.ts').then((module) => ({ default: module.UseReelDialog })),
);

const ICONS: Record<ReelAct, (isHeld: boolean) => ReactNode> = {
  weigh: () => <IconScale size={24} />,
  move: () => <IconArrowsExchange size={24} />,
  hold: (isHeld) => (isHeld ? <IconLockOpen size={24} /> : <IconLock size={24} />),
  label: () => <IconTag size={24} />,
  use: () => <IconBuildingFactory2 size={24} />,
};

interface Props {
  reel: Reel;
  acts: ReturnType<typeof useReelActs>['acts'];
  refusal: (act: ReelAct) => string;
  /** The open act; a label is printed at once and is never open. */
  act: ReelAct | null;
  onAct: (act: ReelAct | null) => void;
}

/** Shows the card of a scanned reel, and the buttons that weigh, move, hold and label it, and mount or return it. */
export function ScannedReel({ reel, acts, refusal, act, onAct }: Props) {
  const isHeld = reel.hold_reason !== null;
  const close = () => onAct(null);
  const isOpen = (key: ReelAct) => act === key && acts.some((offered) => offered.key === key);
  /** A digit starts every act; one that is not offered must not wait for a reel that allows it. */
  const refuse = useEffectEvent(() => {
    if (act === null || isOpen(act)) return;
    toast.warning(refusal(act));
    close();
  });
  useEffect(() => refuse(), [act]);
  return (
    <Suspense fallback={null}>
      <ReelCard reel={reel}>
        <div className={classes.acts}>
          {acts.map(({ key, digit, label }) => (
            <Button
              key={key}
              size="lg"
              variant={key === 'weigh' ? 'filled' : 'default'}
              leftSection={ICONS[key](isHeld)}
              rightSection={<span aria-hidden>{digit}</span>}
              aria-keyshortcuts={digit}
              onClick={() => onAct(key)}
            >
              {label}
            </Button>
          ))}
        </div>
      </ReelCard>
      {isOpen('weigh') && <WeighDialog reel={reel} onClose={close} />}
      {isOpen('move') && <MoveDialog reel={reel} onClose={close} />}
      {isOpen('use') && <UseReelDialog reel={reel} onClose={close} />}
      {isOpen('hold') && <HoldDialog batch={{ ...reel, batch_number: reel.code }} onClose={close} />}
    </Suspense>
  );
}

function pieces() {
  return import('../../reels/index.ts');
}
