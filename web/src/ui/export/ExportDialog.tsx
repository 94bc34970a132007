import { Button, Group, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { exportProgress } from './progress.ts';
import { Dialog } from '../overlay/Dialog.tsx';

/** Shows the progress of an export with a cancel button. The shell renders it during an export. */
function ExportDialog() {
  const { t } = useTranslation();
  const formats = useFormats();
  const progress = exportProgress.use();
  if (!progress) return null;
  const { done, total, isWriting, cancel } = progress;
  const percent = total === 0 ? 0 : Math.round((done / total) * 100);
  return (
    <Dialog onClose={cancel} title={t('export.title')} closeOnClickOutside={false}>
      <Progress.Root size="lg">
        <Progress.Section
          value={percent}
          animated={isWriting}
          aria-label={t('export.title')}
          aria-valuetext={`${percent}%`}
        />
      </Progress.Root>
      <Text size="sm" mt="sm" aria-live="polite">
        {isWriting
          ? t('export.writing')
          : t('export.reading', { done: formats.number(done), total: formats.number(total) })}
      </Text>
      <Group justify="flex-end" mt="md">
        <Button variant="default" onClick={cancel}>
          {t('action.cancel')}
        </Button>
      </Group>
    </Dialog>
  );
}
export default ExportDialog;
