import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Shows that far more was counted than is in stock. */
export function FarMore() {
  const { t } = useTranslation('stock');
  return (
    <Text size="sm" c="var(--bobina-on-light-yellow)" component="output" display="block">
      {t('sheet.farMore')}
    </Text>
  );
}
