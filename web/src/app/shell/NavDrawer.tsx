import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { NavLinks } from './NavLinks.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import { SideDialog } from '../../ui/overlay/Dialog.tsx';

/** On a phone: what the bar on top has no room for. */
function NavDrawer({ role, opened, onClose }: { role: Role; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('app');
  return (
    <SideDialog
      opened={opened}
      onClose={onClose}
      title={<Text fw={700}>Bobina</Text>}
      size="xs"
      closeButtonProps={{ 'aria-label': t('shell.closeMenu') }}
    >
      <NavLinks role={role} onFollow={onClose} vertical />
      <Group mt="lg" gap="sm">
        <LanguageSelect />
        <SchemeToggle />
      </Group>
    </SideDialog>
  );
}
export default NavDrawer;
