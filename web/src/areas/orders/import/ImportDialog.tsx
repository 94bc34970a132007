import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { ChooseFile } from './ChooseFile.tsx';
import { ImportPreview } from './ImportPreview.tsx';
import { ImportResults } from './ImportResults.tsx';
import { useImport } from './use-import.ts';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

/** Shows the import of orders from a spreadsheet: file, preview and results. Each opening starts a new import. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('orderImport');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const job = useImport();
  const isNarrow = useNarrow('48em');
  const { state } = job;
  const isSending = state.step === 'sending';
  return (
    <Dialog
      onClose={() => (isSending ? undefined : onClose())}
      title={t(`step.${state.step}`)}
      size={state.step === 'preview' ? 1180 : state.step === 'results' ? 820 : 640}
      fullScreen={isNarrow}
      closeOnClickOutside={false}
      withCloseButton={!isSending}
    >
      {state.step === 'choose' && <ChooseFile {...state} onChoose={job.choose} onClose={onClose} />}
      {state.step === 'reading' && (
        <Bar label={t('reading')} fraction={state.fraction}>
          <Text size="sm">{t('readingFile', { file: state.file })}</Text>
          <Group justify="flex-end">
            <Button variant="default" onClick={job.forget}>
              {common('action.cancel')}
            </Button>
          </Group>
        </Bar>
      )}
      {state.step === 'preview' && (
        <ImportPreview preview={state} onCancel={job.forget} onSend={(customer) => void job.send(state, customer)} />
      )}
      {state.step === 'sending' && (
        <Bar label={t('step.sending')} fraction={state.total === 0 ? 0 : state.done / state.total}>
          <Text size="sm" aria-live="polite">
            {t('sent', { done: formats.number(state.done), total: formats.number(state.total) })}
          </Text>
          <Group justify="flex-end">
            <Button variant="default" loading={state.isStopping} onClick={job.stop}>
              {t('stop')}
            </Button>
          </Group>
        </Bar>
      )}
      {state.step === 'results' && <ImportResults results={state} onAgain={job.forget} onClose={onClose} />}
    </Dialog>
  );
}

/** Shows progress as a bar with text. */
function Bar({ label, fraction, children }: { label: string; fraction: number; children: React.ReactNode }) {
  const percent = Math.round(fraction * 100);
  return (
    <Stack gap="sm">
      <Progress.Root size="lg">
        <Progress.Section value={percent} aria-label={label} aria-valuetext={`${percent}%`} />
      </Progress.Root>
      {children}
    </Stack>
  );
}
