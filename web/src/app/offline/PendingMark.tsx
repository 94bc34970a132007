import { Suspense, useEffect } from 'react';
import { loadTexts } from '../../lib/i18n/i18n.ts';
import { useActs, useOnShopFloor } from '../../lib/offline/acts.ts';
import { useNewVersion } from '../../lib/offline/new-version.ts';
import { whenIdle } from '../../ui/deferred.tsx';
import { prepared } from '../../ui/prepared.tsx';

/** Loaded only for users who have entries on this device or work on the shop floor. */
const PendingButton = prepared(() => import('./PendingButton.tsx'));
const UpdateButton = prepared(() => import('./UpdateButton.tsx'));
/** Loaded early, because after an update the files of this version are gone. */
whenIdle(() => Promise.all([UpdateButton.prepare(), loadTexts(['offline'])]));

/** The marks in the top bar: entries wait on this device, a new version is ready. */
export function PendingMark() {
  const { own, others } = useActs();
  const isOnFloor = useOnShopFloor();
  // Without a network it would be too late to load the code.
  useEffect(() => {
    if (isOnFloor) void Promise.all([PendingButton.prepare(), loadTexts(['offline'])]).catch(() => {});
  }, [isOnFloor]);
  const isUpdated = useNewVersion();
  return (
    <Suspense fallback={null}>
      {isUpdated && <UpdateButton />}
      {own.length + others > 0 && <PendingButton />}
    </Suspense>
  );
}
