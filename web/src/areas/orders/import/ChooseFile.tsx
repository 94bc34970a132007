import { Alert, Button, FileButton, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconDownload, IconFileSpreadsheet } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { MOST_LINES } from '@bobina/contract/orders/orders.ts';
import { useFormats } from '../../../lib/formats.ts';
import { DropArea } from '../../../ui/spreadsheet/DropArea.tsx';
import { usePastedSheet } from '../../../ui/spreadsheet/use-pasted-sheet.ts';
import { AssignColumns } from './AssignColumns.tsx';
import { FIELDS, HEADERS, type Places } from './columns.rules.ts';
import classes from './import.module.css';
import { downloadSample } from './sample-file.ts';
import { SKIPPED } from './rows.rules.ts';
import type { ImportFault } from './use-import.ts';
import { MOST_FILE_BYTES } from '../../../ui/spreadsheet/workbook-file.rules.ts';

const TYPES =
  '.xlsx,.xls,.csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-excel,text/csv';
const MEGA = 1_000_000;

interface Props {
  file?: File;
  fault?: ImportFault;
  onChoose: (file: File, assigned?: Places) => void;
  onClose: () => void;
}

/** Shows the first step: a file to pick or drop, or rows to paste, and the expected columns or those of a file without them. */
export function ChooseFile({ file, fault, onChoose, onClose }: Props) {
  const { t } = useTranslation('orderImport');
  const { t: common } = useTranslation();
  const unassigned = file && fault?.fault === 'missingColumns' ? fault : undefined;
  usePastedSheet(t('pasted'), onChoose);
  return (
    <Stack gap="md">
      {fault && <Fault fault={fault} file={file?.name} />}
      {file && unassigned && (
        <AssignColumns
          key={unassigned.headers.join('\t')}
          sheet={unassigned}
          onAssign={(places) => onChoose(file, places)}
        />
      )}
      <DropArea hint={t('dropHint')} onFile={onChoose}>
        <FileButton
          accept={TYPES}
          onChange={(chosen) => chosen && onChoose(chosen)}
          inputProps={{ 'aria-label': t('choose') }}
        >
          {(props) => (
            <Button
              {...props}
              data-autofocus
              variant={unassigned ? 'default' : 'filled'}
              leftSection={<IconFileSpreadsheet size={18} />}
            >
              {t('choose')}
            </Button>
          )}
        </FileButton>
      </DropArea>
      <div hidden={unassigned !== undefined}>
        <Text fw={600} size="sm" id="import-columns">
          {t('columns')}
        </Text>
        <dl className={classes.columns} aria-labelledby="import-columns">
          {FIELDS.map((field) => (
            <div key={field}>
              <dt>{HEADERS[field]}</dt>
              <dd>{t(`column.${field}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <Group justify="space-between">
        <Button variant="subtle" leftSection={<IconDownload size={18} />} onClick={() => void downloadSample(t)}>
          {t('sample')}
        </Button>
        <Button variant="default" onClick={onClose}>
          {common('action.close')}
        </Button>
      </Group>
    </Stack>
  );
}

/** Shows why a file cannot be imported. If all rows are skipped, shows the number of rows per reason. */
function Fault({ fault, file }: { fault: ImportFault; file: string | undefined }) {
  const { t } = useTranslation('orderImport');
  const formats = useFormats();
  const values = {
    columns: fault.fault === 'missingColumns' ? fault.columns : '',
    most: formats.number(fault.fault === 'tooLarge' ? MOST_FILE_BYTES / MEGA : MOST_LINES),
  };
  const counts =
    fault.fault === 'noRows'
      ? SKIPPED.map((reason) => [reason, fault.rows.filter(({ reasons }) => reasons.includes(reason)).length] as const)
      : [];
  const isUnread = !['tooShort', 'missingColumns', 'tooManyRows', 'noRows'].includes(fault.fault);
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert" title={file}>
      {isUnread && <Text size="sm">{t('fault.unreadable')}</Text>}
      {fault.fault !== 'unreadable' && <Text size="sm">{t(`fault.${fault.fault}`, values)}</Text>}
      {counts.some(([, count]) => count > 0) && (
        <List size="sm" mt={4}>
          {counts
            .filter(([, count]) => count > 0)
            .map(([reason, count]) => (
              <List.Item key={reason}>
                {t(`reason.${reason}`)}: {t('rows', { count, shown: formats.number(count) })}
              </List.Item>
            ))}
        </List>
      )}
    </Alert>
  );
}
