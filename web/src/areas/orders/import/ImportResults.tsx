import { Alert, Badge, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle, IconCircleCheck, IconDownload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListCall } from '../../../lib/api/client.ts';
import { useFormats } from '../../../lib/formats.ts';
import { exportRows } from '../../../ui/export/export-rows.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { localRows } from '../../../ui/table/use-rows.ts';
import sheetClasses from '../../../ui/spreadsheet/spreadsheet.module.css';
import type { Finding } from './parcels.rules.ts';
import type { ImportState } from './use-import.ts';

/** Maximum number of skipped rows that are named. */
const MOST_ROWS = 20;
const COLORS = { warning: 'yellow', missing_products: 'red', invalid_rows: 'red' };

interface Props {
  results: Extract<ImportState, { step: 'results' }>;
  onAgain: () => void;
  onClose: () => void;
}

/** Shows the last step: the number of orders created, and the failures by order and row. */
export function ImportResults({ results: { success, findings, left, skipped }, onAgain, onClose }: Props) {
  const { t } = useTranslation('orderImport');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const columns = useMemo(() => findingColumns(t), [t]);
  const warnings = findings.filter(({ kind }) => kind === 'warning').length;
  const errors = findings.length - warnings;
  const call = (async () => ({ rows: findings, total: findings.length })) as unknown as ListCall<Finding>;
  const count = (key: 'created' | 'warnings' | 'errors' | 'left', number: number) =>
    t(`result.${key}`, { count: number, shown: formats.number(number) });
  const rows = [
    ...skipped.slice(0, MOST_ROWS).map((row) => formats.number(row)),
    ...(skipped.length > MOST_ROWS ? ['…'] : []),
  ].join(', ');
  return (
    <Stack gap="sm">
      <Alert
        color={success > 0 ? 'green' : 'yellow'}
        variant="light"
        icon={success > 0 ? <IconCircleCheck /> : <IconAlertTriangle />}
        title={count('created', success)}
      >
        {count('warnings', warnings)} · {count('errors', errors)}
      </Alert>
      {left > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {count('left', left)}
        </Text>
      )}
      {skipped.length > 0 && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('result.skipped', { count: skipped.length, shown: formats.number(skipped.length), rows })}
        </Text>
      )}
      {findings.length > 0 && (
        <div className={sheetClasses.table}>
          <DataTable<Finding>
            label={t('findings')}
            rows={localRows(findings)}
            columns={columns}
            rowName={({ order, row }) => `${order ?? ''} ${row ?? ''}`}
            empty={{ title: t('nothingShown') }}
          />
        </div>
      )}
      <Group justify="space-between">
        <Group gap="sm">
          {findings.length > 0 && (
            <Button
              variant="default"
              leftSection={<IconDownload size={18} />}
              onClick={() => void exportRows({ call, query: {}, columns, title: t('resultName') })}
            >
              {t('download')}
            </Button>
          )}
          <Button variant="subtle" onClick={onAgain}>
            {t('again')}
          </Button>
        </Group>
        <Button data-autofocus onClick={onClose}>
          {common('action.close')}
        </Button>
      </Group>
    </Stack>
  );
}

function findingColumns(t: TFunction<'orderImport'>): Column<Finding>[] {
  return [
    {
      key: 'kind',
      label: t('kindTitle'),
      value: ({ kind }) => t(`kind.${kind}`),
      cell: ({ kind }) => <Badge color={COLORS[kind]}>{t(`kind.${kind}`)}</Badge>,
      width: '11rem',
      priority: 1,
    },
    { key: 'order', label: t('field.numero_ordine_cliente'), width: 'minmax(7rem, 1fr)', priority: 1 },
    { key: 'row', label: t('rowNumber'), kind: 'number', width: '4.5rem', priority: 1 },
    {
      key: 'message',
      label: t('message'),
      cell: ({ message }) => <span style={{ whiteSpace: 'normal' }}>{message}</span>,
      width: 'minmax(12rem, 3fr)',
      priority: 2,
    },
  ];
}
