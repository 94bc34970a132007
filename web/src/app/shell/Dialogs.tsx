import { ExportDialog } from '../../ui/export/ExportDialog.tsx';
import { ConfirmHost } from '../../ui/overlay/ConfirmHost.tsx';
import { BlockedPrint } from '../../ui/print/BlockedPrint.tsx';

/** The dialogs that any screen may open. Fetched after the screen; what is asked before waits for them. */
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
