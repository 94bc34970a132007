import { Button } from '@mantine/core';
import { LANGUAGES } from '@bobina/contract/core/languages.ts';
import { changeLanguage, LANGUAGE_NAMES, useLanguage } from '../../lib/i18n/i18n.ts';

/** The languages beside each other, for those who cannot read the one on screen. */
export function LanguageChoice() {
  const current = useLanguage();
  return (
    <Button.Group>
      {LANGUAGES.map((language) => (
        <Button
          key={language}
          variant={language === current ? 'light' : 'subtle'}
          size="sm"
          lang={language}
          aria-pressed={language === current}
          onClick={() => void changeLanguage(language)}
        >
          {LANGUAGE_NAMES[language]}
        </Button>
      ))}
    </Button.Group>
  );
}
