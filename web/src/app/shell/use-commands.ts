import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { IconLayoutGrid, IconLogout, IconMoon, IconSun, type Icon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import { changeLanguage, LANGUAGE_NAMES, useLanguage } from '../../lib/i18n/i18n.ts';
import { DENSITY, densityOf, useCompact } from '../../ui/density.ts';
import { savePreference } from '../../ui/preferences.ts';
import { signOut } from '../sign-out.ts';

interface Command {
  key: string;
  name: string;
  run: () => void;
  icon: Icon;
}

/** The choices of the top bar and of the user menu: colour scheme, density, language and sign-out. */
export function useCommands(): Command[] {
  const { t } = useTranslation('app');
  const language = useLanguage();
  const isCompact = useCompact();
  const { setColorScheme } = useMantineColorScheme();
  const isDark = useComputedColorScheme('light') === 'dark';
  return [
    {
      key: 'scheme',
      name: isDark ? t('shell.light') : t('shell.dark'),
      run: () => setColorScheme(isDark ? 'light' : 'dark'),
      icon: isDark ? IconSun : IconMoon,
    },
    {
      key: 'density',
      name: isCompact ? t('shell.normal') : t('shell.compact'),
      run: () => savePreference(DENSITY, densityOf(!isCompact)),
      icon: IconLayoutGrid,
    },
    ...LANGUAGES.filter((other) => other !== language).map((other) => ({
      key: `language-${other}`,
      name: `${t('shell.language')} · ${LANGUAGE_NAMES[other]}`,
      run: () => void changeLanguage(other),
      icon: IconLayoutGrid,
    })),
    { key: 'logout', name: t('shell.logout'), run: () => void signOut(), icon: IconLogout },
  ];
}
