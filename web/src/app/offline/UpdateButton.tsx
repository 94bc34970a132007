import { Button } from '@mantine/core';
import { Hint } from '../../ui/overlay/Hint.tsx';
import { useTranslation } from 'react-i18next';

/** Reloads the page, to show a new version that was taken. */
function UpdateButton() {
  const { t } = useTranslation('offline');
  return (
    <Hint label={t('version.hint')}>
      <Button size="compact-sm" variant="light" onClick={() => location.reload()}>
        {t('version.update')}
      </Button>
    </Hint>
  );
}
export default UpdateButton;
