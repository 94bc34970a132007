import { Center, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export function Loading() {
  const { t } = useTranslation();
  return (
    <Center component="output" mih="50dvh" aria-label={t('app.loading')}>
      <Loader />
    </Center>
  );
}
