import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Says that another user has saved, since it was opened, what a form changes. */
export default function SavedMeanwhile({ by }: { by: string | null | undefined }) {
  const { t } = useTranslation();
  const { t: unsaved } = useTranslation('unsaved');
  return (
    <Alert color="yellow" variant="light">
      {unsaved('savedMeanwhile', { name: by ?? t('form.someone') })}
    </Alert>
  );
}
