import { Button, FileButton } from '@mantine/core';
import { IconPackageOff, IconUpload } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { MATCHES } from '@bobina/contract/purchasing/invoice-match.rules.ts';
import { PURCHASE_INVOICE_STATUSES, type PurchaseInvoiceRow } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { choiceFilter, dayFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { DropArea } from '../../../ui/spreadsheet/DropArea.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { SupplierFilter } from '../SupplierFilter.tsx';
import { PURCHASE_INVOICES } from './calls.ts';
import { InvoiceMatch, InvoiceStatus } from './statuses.tsx';
import { useUpload } from './use-upload.ts';
import { ToolButton } from '../../../ui/page/PageAction.tsx';

const TYPES = '.xml,.p7m,.zip,.pdf';
const Filters = {
  ...listFilters,
  supplier_id: rowFilter(),
  status: choiceFilter(PURCHASE_INVOICE_STATUSES),
  match: choiceFilter(MATCHES),
  from: dayFilter(),
  to: dayFilter(),
};

/** The fields of an invoice that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'number', 'supplier_name'] as const;
type SeenInvoice = Pick<PurchaseInvoiceRow, (typeof ROW)[number]>;
const column = columnsOf<PurchaseInvoiceRow>();

/** Shows the invoices of suppliers and takes new ones from files. */
function PurchaseInvoicesPage() {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const mayWrite = useCan()('purchase_invoices.write');
  const [filters, setFilters] = useFilters(Filters);
  const { q = '', sort = '-document_date', supplier_id, status, match, from, to } = filters;
  const columns = useMemo(() => invoiceColumns(t), [t]);
  const { take, isBusy, reset } = useUpload();
  return (
    <ListPage<PurchaseInvoiceRow, SeenInvoice>
      call={api.purchaseInvoices.list}
      rowFields={ROW}
      query={{ ...(q && { q }), supplier_id, status, match, from, to }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('invoices.search') }}
      filters={
        <>
          <SupplierFilter value={supplier_id} onChange={(id) => setFilters({ supplier_id: id })} />
          <Select
            aria-label={t('invoice.status')}
            placeholder={t('invoices.anyStatus')}
            clearable
            w={150}
            data={PURCHASE_INVOICE_STATUSES.map((value) => ({ value, label: t(`invoiceStatus.${value}`) }))}
            value={status ?? null}
            onChange={(value) => setFilters({ status: (value as typeof status) ?? undefined })}
          />
          <Select
            aria-label={t('invoice.match')}
            placeholder={t('invoices.anyMatch')}
            clearable
            w={170}
            data={MATCHES.map((value) => ({ value, label: t(`invoiceMatch.${value}`) }))}
            value={match ?? null}
            onChange={(value) => setFilters({ match: (value as typeof match) ?? undefined })}
          />
          <DayRange
            from={from}
            to={to}
            onChange={(range) => setFilters(range)}
            labels={[t('invoices.from'), t('invoices.to')]}
          />
        </>
      }
      isFiltered={q !== '' || [supplier_id, status, match, from, to].some((value) => value !== undefined)}
      onClearFilters={() =>
        setFilters({
          q: '',
          supplier_id: undefined,
          status: undefined,
          match: undefined,
          from: undefined,
          to: undefined,
        })
      }
      countLabel={(count, shown) => t('invoices.count', { count, shown })}
      failedTitle={t('invoices.listFailed')}
      rowName={({ number, supplier_name }) => `${number} ${supplier_name}`}
      href={({ id }) => `${PURCHASE_INVOICES}/${id}`}
      above={
        mayWrite && (
          <DropArea hint={t('invoices.drop')} onFile={(file) => take([file])}>
            <FileButton
              multiple
              accept={TYPES}
              resetRef={reset}
              onChange={take}
              inputProps={{ 'aria-label': t('invoices.upload') }}
            >
              {(props) => (
                <Button {...props} variant="default" leftSection={<IconUpload size={18} />} loading={isBusy}>
                  {t('invoices.upload')}
                </Button>
              )}
            </FileButton>
          </DropArea>
        )
      }
      extraActions={
        <ToolButton
          label={t('invoices.notInvoiced')}
          icon={<IconPackageOff size={18} />}
          to={`${PURCHASE_INVOICES}/merce-senza-fattura`}
        />
      }
      {...(mayWrite && { create: { label: t('invoices.add'), to: `${PURCHASE_INVOICES}/nuova` } })}
      empty={{ title: t('invoices.empty'), hint: t('invoices.emptyHint') }}
    />
  );
}
export default PurchaseInvoicesPage;

function invoiceColumns(t: TFunction<['purchaseInvoices', 'purchasing']>): Column<PurchaseInvoiceRow>[] {
  return [
    { key: 'number', label: t('invoice.number'), width: 'minmax(7rem, 1fr)', priority: 1 },
    { key: 'document_date', label: t('invoice.document_date'), kind: 'day', width: '7rem', priority: 2 },
    column(['supplier_name', 'supplier_id'], {
      key: 'supplier_name',
      label: t('purchasing:order.supplier'),
      cell: (row) => <EntityLink kind="supplier" id={row.supplier_id} text={row.supplier_name} size="fit" />,
      width: 'minmax(9rem, 2fr)',
      priority: 1,
    }),
    column(['kind'], {
      key: 'kind',
      label: t('invoice.kind'),
      value: ({ kind }) => t(`invoiceKind.${kind}`),
      width: 'minmax(7rem, 1fr)',
      priority: 3,
    }),
    column(['total_amount', 'currency', 'kind'], {
      key: 'total_amount',
      label: t('invoice.total_amount'),
      value: ({ kind, total_amount }) => (kind === 'credit_note' ? 0 - total_amount : total_amount),
      kind: 'money',
      currency: ({ currency }) => currency,
      width: 'minmax(8rem, 1fr)',
      priority: 1,
    }),
    { key: 'due_date', label: t('invoice.due_date'), kind: 'day', width: '7rem', priority: 3 },
    { key: 'registered_date', label: t('invoice.registered_date'), kind: 'day', width: '7.5rem', priority: 3 },
    column(['match'], {
      key: 'match',
      label: t('invoice.match'),
      value: ({ match }) => t(`invoiceMatch.${match}`),
      cell: (row) => <InvoiceMatch match={row.match} />,
      width: 'minmax(7rem, 1fr)',
      priority: 2,
    }),
    column(['status'], {
      key: 'status',
      label: t('invoice.status'),
      value: ({ status }) => t(`invoiceStatus.${status}`),
      cell: (row) => <InvoiceStatus status={row.status} />,
      width: 'minmax(7rem, 1fr)',
      priority: 1,
    }),
    {
      key: 'notes',
      label: t('purchasing:order.notes'),
      sortable: false,
      isOptional: true,
      width: 'minmax(8rem, 1fr)',
      priority: 3,
    },
  ];
}
