import { Alert, Button, FileButton, Group, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DropArea } from '../spreadsheet/DropArea.tsx';
import { usePastedSheet } from '../spreadsheet/use-pasted-sheet.ts';
import type { ImportColumn } from './import-columns.ts';
import type { ImportState } from './use-register-import.ts';

const TYPES =
  '.xlsx,.xls,.csv,.txt,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel';

interface Props extends Omit<Extract<ImportState, { step: 'choose' }>, 'step'> {
  columns: readonly ImportColumn[];
  onChoose: (file: File) => void;
  onClose: () => void;
}

/** Shows the first step: a file to pick or drop, or rows to paste, and the columns that are recognised. */
export function ChooseSheet({ fault, file, columns, onChoose, onClose }: Props) {
  const { t } = useTranslation('imports');
  const { t: common } = useTranslation();
  usePastedSheet(t('pasted'), onChoose);
  return (
    <Stack gap="md">
      {fault && (
        <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" title={file}>
          {t(`fault.${fault}`)}
        </Alert>
      )}
      <DropArea hint={t('dropHint')} onFile={onChoose}>
        <FileButton
          accept={TYPES}
          onChange={(chosen) => chosen && onChoose(chosen)}
          inputProps={{ 'aria-label': t('choose') }}
        >
          {(props) => (
            <Button {...props} data-autofocus leftSection={<IconFileSpreadsheet size={18} />}>
              {t('choose')}
            </Button>
          )}
        </FileButton>
      </DropArea>
      <div>
        <Text fw={600} size="sm">
          {t('expected')}
        </Text>
        <Text size="sm">{columns.map(({ label, kind }) => (kind.isRequired ? `${label} *` : label)).join(' · ')}</Text>
      </div>
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {common('action.close')}
        </Button>
      </Group>
    </Stack>
  );
}
