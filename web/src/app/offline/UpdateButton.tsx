import { Button, Tooltip } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Reloads the page, to show a new version that was taken. */
function UpdateButton() {
  const { t } = useTranslation('offline');
  return (
    <Tooltip label={t('version.hint')}>
      <Button size="compact-sm" variant="light" onClick={() => location.reload()}>
        {t('version.update')}
      </Button>
    </Tooltip>
  );
}
export default UpdateButton;
