import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../overlay/Dialog.tsx';
import { CameraView } from './CameraView.tsx';

interface Props {
  onCode: (code: string) => void;
  onClose: () => void;
}

/** The camera in a dialog; the first code is taken. */
function CameraDialog({ onCode, onClose }: Props) {
  const { t } = useTranslation('offline');
  return (
    <Dialog title={t('camera.title')} onClose={onClose} size="lg">
      <Stack gap="sm">
        <CameraView onCode={onCode} />
        <Text size="sm" c="dimmed">
          {t('camera.hint')}
        </Text>
      </Stack>
    </Dialog>
  );
}
export default CameraDialog;
