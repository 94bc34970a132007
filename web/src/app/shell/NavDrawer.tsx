import { Group, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { Role } from '@bobina/contract/core/permissions.ts';
import { LanguageSelect } from './LanguageSelect.tsx';
import { SchemeToggle } from './SchemeToggle.tsx';
import classes from './shell.module.css';
import { SideDialog } from '../../ui/overlay/Dialog.tsx';
import { prepared } from '../../ui/prepared.tsx';

// The drawer is mounted in advance; its screens and their icons are loaded when it opens.
const NavTree = prepared(() => import('./NavTree.tsx'));

/** The navigation drawer on phones, with the parts of the top bar that do not fit. */
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
      <Suspense fallback={null}>
        <NavTree role={role} onFollow={onClose} />
      </Suspense>
      <Group mt="lg" gap="sm" className={classes.narrow!}>
        <LanguageSelect />
        <SchemeToggle />
      </Group>
    </SideDialog>
  );
}
export default NavDrawer;
