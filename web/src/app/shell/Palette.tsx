import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { PaletteSearch } from './PaletteSearch.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

interface Props {
  role: Role;
  /**
   * The initial search text, for example a scanned code or the text typed while the palette loaded; null while closed.
   */
  start: string | null;
  onClose: () => void;
}

/** The command palette (Ctrl-K): screens and actions that the role may open, and the records that the search finds. */
function Palette({ role, start, onClose }: Props) {
  const { t } = useTranslation('app');
  return (
    <Dialog
      opened={start !== null}
      onClose={onClose}
      withCloseButton={false}
      centered={false}
      yOffset="10dvh"
      size={600}
      padding={0}
      // Without a fade-out, so that Ctrl-K right after a choice opens an empty palette.
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': t('palette.placeholder') } }}
    >
      <PaletteSearch key={start} role={role} start={start ?? ''} onDone={onClose} />
    </Dialog>
  );
}
export default Palette;
