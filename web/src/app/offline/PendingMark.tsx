import { Suspense, useEffect } from 'react';
import { loadTexts } from '../../lib/i18n/i18n.ts';
import { useActs, useOnShopFloor } from '../../lib/offline/acts.ts';
import { prepared } from '../../ui/prepared.tsx';

/** Loaded only for users who have entries on this device or work on the shop floor. */
const PendingButton = prepared(() => import('./PendingButton.tsx'));

/** The mark in the top bar while entries wait on this device. */
export function PendingMark() {
  const { own, others } = useActs();
  const isOnFloor = useOnShopFloor();
  // Without a network, the code could not be loaded any more.
  useEffect(() => {
    if (isOnFloor) void Promise.all([PendingButton.prepare(), loadTexts(['offline'])]).catch(() => {});
  }, [isOnFloor]);
  if (own.length === 0 && others === 0) return null;
  return (
    <Suspense fallback={null}>
      <PendingButton />
    </Suspense>
  );
}
