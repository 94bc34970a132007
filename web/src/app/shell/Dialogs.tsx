import { Suspense } from 'react';
import { exportProgress } from '../../ui/export/progress.ts';
import { ConfirmHost } from '../../ui/overlay/ConfirmHost.tsx';
import { prepared } from '../../ui/prepared.tsx';
import { blockedPrint } from '../../ui/print/blocked.ts';

const ExportDialog = prepared(() => import('../../ui/export/ExportDialog.tsx'));
const BlockedPrint = prepared(() => import('../../ui/print/BlockedPrint.tsx'));

/** Dialogs shared by all screens. Loaded after the screen; earlier requests wait until they mount. */
function Dialogs() {
  const isExporting = exportProgress.use() !== null;
  const isPrintBlocked = blockedPrint.use() !== null;
  return (
    <>
      <ConfirmHost />
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog />
        </Suspense>
      )}
      {isPrintBlocked && (
        <Suspense fallback={null}>
          <BlockedPrint />
        </Suspense>
      )}
    </>
  );
}
export default Dialogs;
