import { Alert, Button } from '@mantine/core';
import { IconFileSpreadsheet, IconFileText } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { XLSX } from '@bobina/contract/core/endpoint.ts';
import type { EntryRow } from '@bobina/contract/sales/accounting.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { dayFilter } from '../../../ui/page/filter-fields.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { localRows } from '../../../ui/table/use-rows.ts';
import { startOfMonth, useFiles, useRegisters } from './use-registers.ts';
import report from '../../../ui/page/report.module.css';
import classes from './accounting.module.css';

const Filters = { from: dayFilter(), to: dayFilter() };

/** Shows the entries of a period, and downloads them as CSV, Excel and, for a French company, as FEC. */
function EntriesPage() {
  const { t } = useTranslation('accounting');
  const formats = useFormats();
  const files = useFiles();
  const { hasRegisters, isFrench } = useRegisters();
  const [{ from = startOfMonth(), to = companyToday() }, set] = useFilters(Filters);
  const found = useQuery({
    ...api.accounting.entries.query({ query: { from, to } }),
    enabled: hasRegisters === true,
  });
  const columns = useMemo(() => columnsOf(t), [t]);
  const path = `/accounting/entries?from=${from}&to=${to}`;
  if (hasRegisters === false)
    return (
      <Page>
        <Alert color="gray">{t('noRegisters')}</Alert>
      </Page>
    );
  const total = found.data && formats.money(found.data.debit);
  return (
    <Page
      subtitle={<span aria-live="polite">{total ? t('balanced', { total }) : '\u00a0'}</span>}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconFileText size={18} />}
            loading={files.isBusy}
            onClick={() => files.save(`${path}&format=csv`, 'text/csv')}
          >
            {t('csv')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} />}
            loading={files.isBusy}
            onClick={() => files.save(`${path}&format=xlsx`, XLSX)}
          >
            {t('excel')}
          </Button>
          {isFrench && (
            <Button
              variant="default"
              leftSection={<IconFileText size={18} />}
              loading={files.isBusy}
              onClick={() => files.save(`${path}&format=fec`, 'text/plain')}
            >
              {t('fec')}
            </Button>
          )}
        </>
      }
    >
      <Panel>
        <div className={report.filters}>
          <DayRange from={from} to={to} labels={[t('from'), t('to')]} onChange={set} />
        </div>
        <div className={classes.rows}>
          <DataTable<EntryRow>
            label={t('entries')}
            rows={localRows(found.data?.rows, {
              error: found.error,
              retry: () => void found.refetch(),
              isFetching: found.isFetching,
              key: `${from} ${to}`,
            })}
            columns={columns}
            rowName={({ entry_number, account }) => `${entry_number} ${account}`}
            failedTitle={t('failed')}
            empty={{ title: t('noEntries'), hint: t('noDocumentsHint') }}
          />
        </div>
      </Panel>
    </Page>
  );
}
export default EntriesPage;

/** Links numbers to their documents and names to their parties. */
function cellOf(key: keyof EntryRow): Pick<Column<EntryRow>, 'cell'> {
  if (key === 'party_name')
    return {
      cell: ({ journal, party_id, party_name }) => (
        <EntityLink kind={journal === 'AC' ? 'supplier' : 'customer'} id={party_id} text={party_name} size="fit" />
      ),
    };
  if (key !== 'document_number' && key !== 'entry_number') return {};
  return {
    cell: (row) => (
      <EntityLink
        kind={row.journal === 'AC' ? 'purchase_invoice' : 'invoice'}
        id={row.document_id}
        text={row[key]}
        size="fit"
      />
    ),
  };
}

function columnsOf(t: TFunction<'accounting'>): Column<EntryRow>[] {
  const texts: [keyof EntryRow, string, 1 | 2 | 3][] = [
    ['journal', '5rem', 3],
    ['entry_number', '9rem', 2],
    ['document_number', '9rem', 3],
    ['account', '7rem', 1],
    ['account_name', 'minmax(8rem, 1fr)', 2],
    ['party_name', 'minmax(9rem, 2fr)', 2],
  ];
  return [
    { key: 'day', label: t('day'), kind: 'day', width: '7rem', priority: 2, sortable: false },
    ...texts.map(([key, width, priority]): Column<EntryRow> => ({
      key,
      label: t(`columns.${key as 'journal'}`),
      ...cellOf(key),
      width,
      priority,
      sortable: false,
    })),
    ...(['debit', 'credit'] as const).map((key): Column<EntryRow> => ({
      key,
      label: t(`columns.${key}`),
      kind: 'money',
      value: (row) => (row[key] === 0 ? null : row[key]),
      width: 'minmax(7rem, 1fr)',
      priority: 1,
      sortable: false,
    })),
  ];
}
