import { ActionIcon, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconMoon, IconSun } from '@tabler/icons-react';
import { Hint } from '../../ui/overlay/Hint.tsx';
import { useTranslation } from 'react-i18next';

/** The button that switches between light and dark mode. */
export function SchemeToggle() {
  const { t } = useTranslation('app');
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  const label = isDark ? t('shell.light') : t('shell.dark');
  return (
    <Hint label={label}>
      <ActionIcon color="gray" size="lg" aria-label={label} onClick={() => setColorScheme(isDark ? 'light' : 'dark')}>
        {isDark ? <IconSun size={18} /> : <IconMoon size={18} />}
      </ActionIcon>
    </Hint>
  );
}
