import { Button, Group } from '@mantine/core';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import { changeLanguage, LANGUAGE_NAMES, useLanguage } from '../../lib/i18n/i18n.ts';

/** Shows one button per language, side by side, so that a user who cannot read the current language can switch. */
export function LanguageChoice() {
  const current = useLanguage();
  return (
    <Group gap={4}>
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          variant={language === current ? 'light' : 'subtle'}
          color="gray"
          size="sm"
          lang={language}
          aria-pressed={language === current}
          onClick={() => void changeLanguage(language)}
        >
          {LANGUAGE_NAMES[language]}
        </Button>
      ))}
    </Group>
  );
}
