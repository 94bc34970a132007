import { Alert, Button, FileButton } from '@mantine/core';
import { IconDownload, IconInfoCircle, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TFunction } from 'i18next';
import type { UnmatchedReceipt } from '@bobina/contract/sales/transmissions.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { listFilters } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { TransmissionBadge } from './states.tsx';
import { useReceipts } from './use-receipts.ts';

const ExportFilesDialog = deferred(async () => (await import('./ExportFilesDialog.tsx')).ExportFilesDialog);
const ReceiptResults = deferred(async () => (await import('./ReceiptResults.tsx')).ReceiptResults);

const Filters = listFilters;
const TYPES = '.xml,.p7m,.zip,application/xml,text/xml,application/zip,application/pkcs7-mime';

/** The fields of a receipt that the list reads besides those of its columns. */
const ROW = ['id', 'name'] as const;
type SeenReceipt = Pick<UnmatchedReceipt, (typeof ROW)[number]>;
const column = columnsOf<UnmatchedReceipt>();

/** Shows the receipts that match no file, takes new ones, and exports the files of a year. */
function ReceiptsPage() {
  const { t } = useTranslation('sales');
  const can = useCan();
  const [{ q = '', sort = '-received_at' }, setFilters] = useFilters(Filters);
  const columns = useMemo(() => receiptColumns(t), [t]);
  const receipts = useReceipts();
  const [isExporting, setExporting] = useState(false);
  return (
    <>
      <ListPage<UnmatchedReceipt, SeenReceipt>
        call={api.transmissions.unmatched}
        rowFields={ROW}
        query={{ ...(q && { q }) }}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('receipts.search') }}
        isFiltered={q !== ''}
        onClearFilters={() => setFilters({ q: '' })}
        columns={columns}
        failedTitle={t('failed')}
        countLabel={(count, shown) => t('receipts.count', { count, shown })}
        rowName={({ name }) => name}
        empty={{ title: t('receipts.empty'), hint: t('receipts.emptyHint') }}
        above={<ExchangeNotice />}
        extraActions={
          can('accounting.read') && (
            <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => setExporting(true)}>
              {t('receipts.export')}
            </Button>
          )
        }
        mainAction={
          can('transmissions.write') && (
            <FileButton
              multiple
              accept={TYPES}
              resetRef={receipts.reset}
              onChange={receipts.take}
              inputProps={{ 'aria-label': t('receipts.take') }}
            >
              {(props) => (
                <Button {...props} leftSection={<IconUpload size={18} />} loading={receipts.isBusy}>
                  {t('receipts.take')}
                </Button>
              )}
            </FileButton>
          )
        }
      />
      {receipts.results && <ReceiptResults results={receipts.results} onClose={receipts.close} />}
      {isExporting && <ExportFilesDialog onClose={() => setExporting(false)} />}
    </>
  );
}

export default ReceiptsPage;

/** Shows a notice when no exchange folder is configured. */
function ExchangeNotice() {
  const { t } = useTranslation('sales');
  const { data } = useQuery(api.mails.status.query());
  if (!data || (data.exchange_in && data.exchange_out)) return null;
  const missing = [!data.exchange_out && 'EXCHANGE_OUT', !data.exchange_in && 'EXCHANGE_IN'].filter(Boolean);
  return (
    <Alert variant="light" icon={<IconInfoCircle />}>
      {t('receipts.noExchange', { settings: missing.join(', ') })}
    </Alert>
  );
}

function receiptColumns(t: TFunction<'sales'>): Column<UnmatchedReceipt>[] {
  return [
    { key: 'name', label: t('receipts.name'), width: 'minmax(10rem, 2fr)', priority: 1 },
    { key: 'received_at', label: t('receipts.received_at'), kind: 'instant', width: '10rem', priority: 2 },
    { key: 'kind', label: t('receipts.kind'), width: '5rem', priority: 3 },
    column(['event'], {
      key: 'event',
      label: t('transmission.event'),
      value: ({ event }) => t(`transmissionState.${event}`),
      cell: ({ event }) => <TransmissionBadge state={event} />,
      width: 'minmax(8rem, 1fr)',
      priority: 2,
    }),
    column(['file_name', 'document_number'], {
      key: 'file_name',
      label: t('receipts.answers'),
      value: ({ file_name, document_number }) => file_name ?? document_number,
      width: 'minmax(10rem, 2fr)',
      priority: 1,
    }),
    {
      key: 'message',
      label: t('transmission.message'),
      sortable: false,
      width: 'minmax(10rem, 3fr)',
      priority: 3,
    },
  ];
}
