import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** States before an act that it cannot be undone. */
export function FinalNote() {
  const { t } = useTranslation();
  return <Text size="sm">{t('undo.final')}</Text>;
}
