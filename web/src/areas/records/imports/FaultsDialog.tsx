import { Alert, Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportFaults, RefusedImportRow } from '@bobina/contract/system/imports.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import sheetClasses from '../../../ui/spreadsheet/spreadsheet.module.css';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { localRows } from '../../../ui/table/use-rows.ts';
import { useNarrow } from '../../../ui/use-narrow.ts';
import { reasonsOf, saveFaults, valueColumns } from './save-faults.ts';

/** Shows the refused rows of an import with their values and reasons, and gives them back as a file. */
export function FaultsDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const isNarrow = useNarrow('48em');
  const { data, error, refetch } = useQuery(api.imports.get.query({ id }));
  return (
    <Dialog
      onClose={onClose}
      size={1000}
      fullScreen={isNarrow}
      title={data ? `${t(`imports.registers.${data.register}`)} · ${formats.instant(data.at)}` : t('imports.details')}
    >
      {data ? (
        <Stack gap="sm">
          <Text size="sm">
            {[data.file, data.user_name].filter(Boolean).join(' · ')}
            <br />
            {t('imports.counts', {
              created: formats.number(data.created),
              updated: formats.number(data.updated),
              refused: formats.number(data.refused),
            })}
          </Text>
          {data.refused > 0 && <Refused found={data} />}
          <Group justify="space-between">
            {data.refused_rows.length > 0 ? (
              <Button
                variant="default"
                leftSection={<IconDownload size={18} />}
                onClick={() => void saveFaults(data, t)}
              >
                {t('imports.download')}
              </Button>
            ) : (
              <span />
            )}
            <Button data-autofocus onClick={onClose}>
              {common('action.close')}
            </Button>
          </Group>
        </Stack>
      ) : error ? (
        <LoadFailed error={error} onRetry={() => void refetch()} title={t('imports.loadFailed')} />
      ) : (
        <Skeleton h={180} aria-busy />
      )}
    </Dialog>
  );
}

function Refused({ found }: { found: ImportFaults }) {
  const { t } = useTranslation('records');
  const columns = useMemo<Column<RefusedImportRow>[]>(
    () => [
      { key: 'row', label: t('imports.row'), kind: 'number', decimals: 0, width: '4.5rem', priority: 1 },
      {
        key: 'fields',
        label: t('imports.faults'),
        cell: (row) => (
          <Text size="sm" c="var(--mantine-color-error)" style={{ whiteSpace: 'normal' }}>
            {reasonsOf(found, row)}
          </Text>
        ),
        width: 'minmax(14rem, 3fr)',
        priority: 1,
      },
      ...valueColumns(found).map((column) => ({ ...column, width: 'minmax(7rem, 1fr)', priority: 3 as const })),
    ],
    [t, found],
  );
  if (found.refused_rows.length === 0)
    return (
      <Alert color="yellow" variant="light">
        {t('imports.notKept')}
      </Alert>
    );
  return (
    <div className={sheetClasses.table}>
      <DataTable<RefusedImportRow>
        label={t('imports.refusedRows')}
        rows={localRows(found.refused_rows)}
        columns={columns}
        rowName={({ row }) => String(row)}
        rowId={({ row }) => row}
        empty={{ title: t('imports.notKept') }}
      />
    </div>
  );
}
