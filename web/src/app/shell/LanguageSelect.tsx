import { Select } from '../../ui/form/Select.tsx';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '@bobina/contract/core/languages.ts';
import { changeLanguage, LANGUAGE_NAMES, useLanguage } from '../../lib/i18n/i18n.ts';
import classes from './shell.module.css';

/** The language selection of the top bar. */
export function LanguageSelect() {
  const { t } = useTranslation('app');
  const language = useLanguage();
  return (
    <Select
      aria-label={t('shell.language')}
      w={110}
      classNames={{ wrapper: classes.quiet! }}
      allowDeselect={false}
      value={language}
      data={LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
      onChange={(value) => value && void changeLanguage(value as Language)}
    />
  );
}
