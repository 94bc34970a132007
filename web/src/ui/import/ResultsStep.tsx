import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/formats.ts';
import { useLayerHandler } from '../overlay/use-layer.ts';
import { DownloadFaults } from './DownloadFaults.tsx';
import type { ImportColumn } from './import-columns.ts';
import { RowResults } from './RowResults.tsx';
import type { ImportState } from './use-register-import.ts';

interface Props extends Omit<Extract<ImportState, { step: 'results' }>, 'step'> {
  columns: readonly ImportColumn[];
  onClose: () => void;
}

/** Shows the last step: how many rows were written, and the outcome of each. */
export function ResultsStep({ file, summary, columns, onClose }: Props) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const closeButton = useRef<HTMLButtonElement>(null);
  useEffect(() => closeButton.current!.focus(), []);
  useLayerHandler('save', () => closeButton.current!.click());
  const hasRefused = summary.refused > 0;
  return (
    <Stack gap="sm">
      <Alert
        aria-live="polite"
        color={hasRefused ? 'yellow' : 'green'}
        variant="light"
        icon={hasRefused ? <IconAlertTriangle /> : <IconCircleCheck />}
        title={t('doneTitle')}
      >
        {t('done', {
          created: formats.number(summary.created),
          updated: formats.number(summary.updated),
          refused: formats.number(summary.refused),
        })}
      </Alert>
      <RowResults results={summary.results} file={file} columns={columns} />
      <Group justify="space-between">
        <DownloadFaults results={summary.results} file={file} columns={columns} />
        <Button
          ref={closeButton}
          onClick={onClose}
          // The key that is still held from the import does not close its results.
          onKeyDown={(event) => event.repeat && event.preventDefault()}
        >
          {common('action.close')}
        </Button>
      </Group>
    </Stack>
  );
}
