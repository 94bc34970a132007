import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import { changeLanguage, LANGUAGE_NAMES, useLanguage } from '../../lib/i18n/i18n.ts';

export const LanguageSelect = () => {
  const { t } = useTranslation('app');
  const language = useLanguage();
  return (
    <NativeSelect
      aria-label={t('shell.language')}
      w={124}
      value={language}
      data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      onChange={(event) => void changeLanguage(event.currentTarget.value as Language)}
    />
  );
};
