import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useActs } from '../../lib/offline/acts.ts';

/** Shows on the sign-in page how many entries wait on this device. Only their users see the content. */
function PendingNotice() {
  const { t } = useTranslation('offline');
  const formats = useFormats();
  const { others } = useActs();
  return (
    <Alert color="yellow" variant="light" radius={0}>
      {t('pending.signIn', { count: others, shown: formats.number(others) })}
    </Alert>
  );
}
export default PendingNotice;
