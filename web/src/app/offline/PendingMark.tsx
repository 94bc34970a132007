import { Button } from '@mantine/core';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../lib/i18n/i18n.ts';
import { useActs, useOnShopFloor } from '../../lib/offline/acts.ts';
import { useNewVersion } from '../../lib/offline/new-version.ts';
import { prepared } from '../../ui/prepared.tsx';

/** Loaded only for users who have entries on this device or work on the shop floor. */
const PendingButton = prepared(() => import('./PendingButton.tsx'));
/** The marks in the top bar: entries wait on this device, a new version is ready. */
export function PendingMark() {
  const { t } = useTranslation();
  const { own, others } = useActs();
  const isOnFloor = useOnShopFloor();
  // Without a network it would be too late to load the code.
  useEffect(() => {
    if (isOnFloor) void Promise.all([PendingButton.prepare(), loadTexts(['offline'])]).catch(() => {});
  }, [isOnFloor]);
  const isUpdated = useNewVersion();
  return (
    <Suspense fallback={null}>
      {isUpdated && (
        // Part of the page itself, because the files of the earlier version are gone.
        <Button size="compact-sm" variant="light" onClick={() => location.reload()}>
          {t('problem.reload')}
        </Button>
      )}
      {own.length + others > 0 && <PendingButton />}
    </Suspense>
  );
}
