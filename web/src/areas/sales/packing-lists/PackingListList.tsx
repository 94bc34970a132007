import { IconFileInvoice } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackingListRow } from '@bobina/contract/sales/packing-lists.ts';
import { PACKING_LIST_STATUSES } from '@bobina/contract/sales/statuses.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { loadTexts } from '../../../lib/i18n/i18n.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { ToolButton } from '../../../ui/page/PageAction.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { packingListBulk } from '../bulk.ts';
import { INVOICE_UNTIL, invoicePath, packingListPath, sharedFilters } from '../calls.ts';
import { documentFilters } from '../list-filters.tsx';
import { usePapers } from '../papers.tsx';
import { documentActions } from '../row-actions.tsx';
import { SalesTabs } from '../SalesTabs.tsx';
import { INVOICING_ROW, PACKING_LIST_ROW, packingListColumns, type SeenPackingList } from './columns.tsx';
import { choiceFilter } from '../../../ui/page/filter-fields.ts';

const NewPackingList = deferred(async () => (await import('./NewPackingList.tsx')).NewPackingList);
const OneInvoice = deferred(async () => (await import('./OneInvoice.tsx')).OneInvoice);
const PackingListDialog = deferred(async () => {
  const [dialog] = await Promise.all([import('./PackingListDialog.tsx'), loadTexts(['reels'])]);
  return dialog.PackingListDialog;
});

/** `to_invoice`: issued packing lists without an invoice. */
const STATES = [...PACKING_LIST_STATUSES, 'to_invoice'] as const;
const Filters = { ...sharedFilters, status: choiceFilter(STATES) };

/** Shows the list of packing lists, with its dialogs. */
export function PackingListList() {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  const can = useCan();
  const [{ new: isNew, open, like, ...kept }, setFilters] = useFilters(Filters);
  const mayWrite = can('packing_lists.write');
  const amounts = can('packing_lists.amounts');
  const invoices = can('invoices.read');
  const mayInvoice = can('invoices.write');
  const columns = useMemo(() => packingListColumns(t, { amounts, invoices }), [t, amounts, invoices]);
  const papers = usePapers();
  const navigate = useNavigate();
  const [together, setTogether] = useState<readonly SeenPackingList[] | null>(null);
  const openNew = () => setFilters({ new: true }, { replace: false });
  const { status } = kept;
  const asked: Record<string, string> =
    status === 'to_invoice' ? { status: 'issued', invoiced: 'false' } : status ? { status } : {};
  const states = invoices ? STATES : PACKING_LIST_STATUSES;
  const shared = documentFilters(kept, setFilters, {
    newestFirst: '-packing_date',
    asked,
    statuses: states.map((value) => ({ value, label: t(`packingListStatus.${value}`) })),
    searchLabel: t('packingLists.search'),
  });
  /** Whether the list without rows says that all packing lists are invoiced. */
  const isToInvoice =
    status === 'to_invoice' && !kept.q && [kept.customer_id, kept.from, kept.to].every((value) => value === undefined);
  return (
    <>
      <ListPage<PackingListRow, SeenPackingList>
        call={api.packingLists.list}
        rowFields={mayInvoice ? [...PACKING_LIST_ROW, ...INVOICING_ROW] : PACKING_LIST_ROW}
        bulk={packingListBulk(t, {
          mayInvoice,
          show: papers.showReport,
          invoiceTogether: setTogether,
          mayMail: amounts,
          mailQuestion: (count) => common('mail.question', { shown: count }),
        })}
        {...shared}
        isFiltered={shared.isFiltered && !isToInvoice}
        columns={columns}
        failedTitle={t('failed')}
        frame={(content) => <SalesTabs tab="packing">{content}</SalesTabs>}
        countLabel={(count, shown) => t('packingLists.count', { count, shown })}
        rowName={({ packing_list_number }) => packing_list_number}
        href={({ id }) => packingListPath(id)}
        onOpen={({ id }) => setFilters({ open: id }, { replace: false })}
        actions={documentActions<SeenPackingList>(t, {
          details: ({ id }) => setFilters({ open: id }, { replace: false }),
          report: ({ id }) => papers.showReport(`/packing-lists/${id}/report?format=pdf`),
        })}
        extraActions={
          mayInvoice && <ToolButton label={t('until.title')} icon={<IconFileInvoice size={18} />} to={INVOICE_UNTIL} />
        }
        create={mayWrite ? { label: t('packingLists.add'), onClick: openNew } : undefined}
        empty={{
          title: t(isToInvoice ? 'packingLists.allInvoiced' : 'packingLists.empty'),
          hint: t(isToInvoice ? 'packingLists.allInvoicedHint' : 'packingLists.emptyHint'),
        }}
      />
      {together && (
        <OneInvoice
          packingLists={together}
          onClose={() => setTogether(null)}
          onCreated={(id) => void navigate({ href: invoicePath(id) })}
        />
      )}
      {mayWrite && isNew && (
        <NewPackingList
          key={like}
          like={like}
          onClose={() => setFilters({ new: undefined, like: undefined })}
          onCreated={(id) => setFilters({ new: undefined, like: undefined, open: id })}
        />
      )}
      {open !== undefined && <PackingListDialog key={open} id={open} onClose={() => setFilters({ open: undefined })} />}
    </>
  );
}
