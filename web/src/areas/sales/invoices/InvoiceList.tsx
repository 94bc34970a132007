import { IconCalendarCheck, IconMailCheck } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import { INVOICE_STATUSES, TRANSMISSION_EVENTS } from '@bobina/contract/sales/statuses.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { ToolButton } from '../../../ui/page/PageAction.tsx';
import { RangeChip } from '../../../ui/page/RangeChip.tsx';
import { choiceFilter, dayFilter, flagFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { invoiceBulk } from '../bulk.ts';
import { invoicePath, RECEIPTS, sharedFilters } from '../calls.ts';
import { documentFilters } from '../list-filters.tsx';
import { usePapers } from '../papers.tsx';
import { documentActions } from '../row-actions.tsx';
import { SalesTabs } from '../SalesTabs.tsx';
import { invoiceName } from '../statuses.tsx';
import { useSdiPec } from '../transmissions/use-sdi-pec.ts';
import { InvoiceTotals } from './InvoiceTotals.tsx';
import { INVOICE_ROW, invoiceColumns, type SeenInvoice } from './columns.tsx';

const InvoiceDialog = deferred(async () => (await import('./InvoiceDialog.tsx')).InvoiceDialog);
const InvoiceUntil = deferred(async () => (await import('./InvoiceUntil.tsx')).InvoiceUntil);
const NewInvoice = deferred(async () => (await import('./NewInvoice.tsx')).NewInvoice);

/** `open`: invoices with something to be paid. `overdue`: of these, some of it was due before today. */
const STATES = [...INVOICE_STATUSES, 'open', 'overdue'] as const;
/** Query parameters of the states that are not statuses of a document. */
const ASKED: Partial<Record<string, Record<string, string>>> = {
  open: { open: 'true' },
  overdue: { overdue: 'true' },
};
const Filters = {
  ...sharedFilters,
  due_from: dayFilter(),
  due_until: dayFilter(),
  status: choiceFilter(STATES),
  transmission: choiceFilter(TRANSMISSION_EVENTS),
  /** Whether the dialog that invoices all packing lists is open. */
  until: flagFilter(),
};

/** Shows the list of invoices and credit notes, with its dialogs. */
export function InvoiceList() {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  const can = useCan();
  const mayWrite = can('invoices.write');
  const mayTransmit = can('transmissions.write');
  const isPec = useSdiPec() !== null && mayTransmit;
  const [{ new: isNew, of, open, until, ...kept }, setFilters] = useFilters(Filters);
  const columns = useMemo(() => invoiceColumns(t), [t]);
  const papers = usePapers();
  const { status, due_from, due_until, transmission } = kept;
  const notDue = () => setFilters({ due_from: undefined, due_until: undefined });
  const shared = documentFilters(kept, setFilters, {
    newestFirst: '-invoice_date',
    asked: {
      ...(status ? (ASKED[status] ?? { status }) : {}),
      ...(transmission && { transmission }),
      ...dueIn(status, due_from, due_until),
    },
    statuses: STATES.map((value) => ({ value, label: t(`invoiceState.${value}`) })),
    searchLabel: t('invoices.search'),
  });
  const openNew = () => setFilters({ new: true }, { replace: false });
  const show = (id: number) => setFilters({ open: id }, { replace: false });
  return (
    <>
      <ListPage<InvoiceRow, SeenInvoice>
        call={api.invoices.list}
        rowFields={INVOICE_ROW}
        bulk={invoiceBulk(t, {
          mayWrite,
          mayTransmit,
          isPec,
          show: papers.showReport,
          mailQuestion: (count) => common('mail.question', { shown: count }),
        })}
        {...shared}
        filters={
          <>
            <RangeChip label={t('filters.due')} from={due_from} until={due_until} onClear={notDue} />
            {shared.filters}
            <Select
              aria-label={t('transmission.title')}
              w={210}
              allowDeselect={false}
              value={transmission ?? 'all'}
              data={[
                { value: 'all', label: t('transmission.all') },
                ...TRANSMISSION_EVENTS.map((value) => ({ value, label: t(`transmissionState.${value}`) })),
              ]}
              onChange={(value) => setFilters({ transmission: TRANSMISSION_EVENTS.find((one) => one === value) })}
            />
          </>
        }
        isFiltered={
          shared.isFiltered || transmission !== undefined || due_from !== undefined || due_until !== undefined
        }
        onClearFilters={() => {
          shared.onClearFilters();
          setFilters({ transmission: undefined });
          notDue();
        }}
        columns={columns}
        failedTitle={t('failed')}
        frame={(content) => (
          <SalesTabs tab="invoices">
            <InvoiceTotals query={shared.query} />
            {content}
          </SalesTabs>
        )}
        countLabel={(count, shown) => t('invoices.count', { count, shown })}
        rowName={invoiceName}
        href={({ id }) => invoicePath(id)}
        onOpen={({ id }) => show(id)}
        actions={documentActions<SeenInvoice>(t, {
          details: ({ id }) => show(id),
          report: ({ id }) => papers.showReport(`/invoices/${id}/report?format=pdf`),
        })}
        extraActions={
          <>
            <ToolButton label={t('receipts.open')} icon={<IconMailCheck size={18} />} to={RECEIPTS} />
            {mayWrite && (
              <ToolButton
                label={t('until.title')}
                icon={<IconCalendarCheck size={18} />}
                onClick={() => setFilters({ until: true }, { replace: false })}
              />
            )}
          </>
        }
        create={mayWrite ? { label: t('invoices.add'), onClick: openNew } : undefined}
        empty={{
          title: t('invoices.empty'),
          hint: t('invoices.emptyHint'),
        }}
      />
      {mayWrite && until && (
        <InvoiceUntil
          onClose={() => setFilters({ until: undefined })}
          // The next step is to send the drafts.
          onDone={() => setFilters({ until: undefined, q: '', status: 'draft' })}
        />
      )}
      {mayWrite && isNew && (
        <NewInvoice
          packingListId={of}
          onClose={() => setFilters({ new: undefined, of: undefined })}
          onCreated={(id) => setFilters({ new: undefined, of: undefined, open: id })}
        />
      )}
      {open !== undefined && <InvoiceDialog key={open} id={open} onClose={() => setFilters({ open: undefined })} />}
    </>
  );
}

/** Query parameters of a range of due days: of open instalments in the states of `ASKED`, else of the due date. */
function dueIn(status: string | undefined, from: string | undefined, until: string | undefined) {
  const prefix = status && ASKED[status] ? 'open' : 'due';
  return { ...(from && { [`${prefix}_from`]: from }), ...(until && { [`${prefix}_until`]: until }) };
}
