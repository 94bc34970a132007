import { Center, Loader } from '@mantine/core';
import { useTranslation } from 'react-i18next';

export const Loading = () => {
  const { t } = useTranslation();
  return <Center mih="50dvh" role="status" aria-label={t('app.loading')}><Loader /></Center>;
};
