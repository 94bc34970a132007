import { ExportDialog } from '../../ui/export/ExportDialog.tsx';
import { ConfirmHost } from '../../ui/overlay/ConfirmHost.tsx';
import { BlockedPrint } from '../../ui/print/BlockedPrint.tsx';

/** Dialogs shared by all screens. Loaded after the screen; earlier requests wait until they mount. */
function Dialogs() {
  return (
    <>
      <ConfirmHost />
      <ExportDialog />
      <BlockedPrint />
    </>
  );
}
export default Dialogs;
