import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { PaletteSearch } from './PaletteSearch.tsx';
import { Dialog } from '../../ui/overlay/Dialog.tsx';

interface Props {
  role: Role;
  /** What it starts with when it opens, for example a scanned code; null while it is closed. */
  start: string | null;
  onClose: () => void;
}

/** Ctrl-K: the screens that the role may enter, and what the server finds among products, customers and suppliers. */
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
      transitionProps={{ duration: 80 }}
      attributes={{ content: { 'aria-label': t('palette.placeholder') } }}
    >
      <PaletteSearch role={role} start={start ?? ''} onDone={onClose} />
    </Dialog>
  );
}
export default Palette;
