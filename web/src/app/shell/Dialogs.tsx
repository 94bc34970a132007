import { lazy, Suspense } from 'react';
import { exportProgress } from '../../ui/export/progress.ts';
import { ConfirmHost } from '../../ui/overlay/ConfirmHost.tsx';
import { BlockedPrint } from '../../ui/print/BlockedPrint.tsx';

const ExportDialog = lazy(() => import('../../ui/export/ExportDialog.tsx'));

/** Dialogs shared by all screens. Loaded after the screen; earlier requests wait until they mount. */
function Dialogs() {
  const isExporting = exportProgress.use() !== null;
  return (
    <>
      <ConfirmHost />
      {isExporting && (
        <Suspense fallback={null}>
          <ExportDialog />
        </Suspense>
      )}
      <BlockedPrint />
    </>
  );
}
export default Dialogs;
