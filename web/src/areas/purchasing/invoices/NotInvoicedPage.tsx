import { IconFileInvoice } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { NotInvoiced } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import type { ListAct } from '../../../ui/bulk/bulk-act.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { dayFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { toast } from '../../../ui/toasts.ts';
import { SupplierFilter } from '../SupplierFilter.tsx';
import { GOODS_FIELDS, PURCHASE_INVOICES, type GoodsToInvoice } from './calls.ts';

const Filters = {
  ...listFilters,
  supplier_id: rowFilter(),
  from: dayFilter(),
  to: dayFilter(),
};

const column = columnsOf<NotInvoiced>();

/** Shows the goods that were received and are not invoiced in full. */
function NotInvoicedPage() {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const [{ q = '', sort = 'receipt_date', supplier_id, from, to }, setFilters] = useFilters(Filters);
  const formats = useFormats();
  const unitOf = useUnit();
  const quantity = (value: number, unit: string) => formats.quantity(value, unitOf(unit));
  const columns = rowColumns(t, quantity);
  const navigate = useNavigate();
  const mayWrite = useCan()('purchase_invoices.write');
  const invoice: ListAct<GoodsToInvoice> = {
    key: 'invoice',
    label: t('notInvoiced.create'),
    icon: <IconFileInvoice size={17} />,
    open: (rows) => {
      if (new Set(rows.map((row) => `${row.supplier_id} ${row.currency}`)).size > 1)
        toast.warning(t('notInvoiced.oneInvoice'));
      else void navigate({ to: `${PURCHASE_INVOICES}/nuova`, state: { goods: rows } as never });
    },
  };
  return (
    <ListPage<NotInvoiced, GoodsToInvoice>
      call={api.purchaseInvoices.notInvoiced}
      rowFields={GOODS_FIELDS}
      query={{ ...(q && { q }), supplier_id, from, to }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('notInvoiced.search') }}
      filters={
        <>
          <SupplierFilter value={supplier_id} onChange={(id) => setFilters({ supplier_id: id })} />
          <DayRange
            from={from}
            to={to}
            onChange={(range) => setFilters(range)}
            labels={[t('notInvoiced.from'), t('notInvoiced.to')]}
          />
        </>
      }
      isFiltered={q !== '' || [supplier_id, from, to].some((value) => value !== undefined)}
      onClearFilters={() => setFilters({ q: '', supplier_id: undefined, from: undefined, to: undefined })}
      failedTitle={t('notInvoiced.failed')}
      rowId={({ receipt_item_id }) => receipt_item_id}
      rowName={({ document_number, product_code }) => `${document_number} ${product_code}`}
      empty={{ title: t('notInvoiced.empty'), hint: t('notInvoiced.emptyHint') }}
      {...(mayWrite && { bulk: [invoice] })}
    />
  );
}
export default NotInvoicedPage;

function rowColumns(
  t: TFunction<['purchaseInvoices', 'purchasing']>,
  quantity: (value: number, unit: string) => string,
): Column<NotInvoiced>[] {
  return [
    column(['document_number', 'order_item_id'], {
      key: 'document_number',
      label: t('invoice.ddt'),
      cell: (row) => <EntityLink kind="goods_receipt" id={row.order_item_id} text={row.document_number} size="fit" />,
      width: 'minmax(6rem, 1fr)',
      priority: 1,
    }),
    { key: 'receipt_date', label: t('notInvoiced.receipt_date'), kind: 'day', width: '7rem', priority: 2 },
    column(['supplier_name', 'supplier_id'], {
      key: 'supplier_name',
      label: t('purchasing:order.supplier'),
      cell: (row) => <EntityLink kind="supplier" id={row.supplier_id} text={row.supplier_name} size="fit" />,
      width: 'minmax(9rem, 2fr)',
      priority: 2,
    }),
    column(['order_number', 'order_id'], {
      key: 'order_number',
      label: t('purchasing:order.order_number'),
      cell: (row) => <EntityLink kind="purchase_order" id={row.order_id} text={row.order_number} size="fit" />,
      width: 'minmax(8rem, 1fr)',
      priority: 3,
    }),
    column(['product_code', 'product_id'], {
      key: 'product_code',
      label: t('invoice.product'),
      cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.product_code} size="fit" />,
      width: 'minmax(7rem, 1fr)',
      priority: 1,
    }),
    column(['quantity', 'unit_of_measure'], {
      key: 'quantity',
      label: t('notInvoiced.quantity'),
      kind: 'number',
      cell: (row) => quantity(row.quantity, row.unit_of_measure),
      sortable: false,
      width: '8rem',
      priority: 3,
    }),
    column(['remaining_quantity', 'unit_of_measure'], {
      key: 'remaining_quantity',
      label: t('notInvoiced.remaining_quantity'),
      kind: 'number',
      cell: (row) => quantity(row.remaining_quantity, row.unit_of_measure),
      width: '8rem',
      priority: 1,
    }),
    column(['amount', 'currency'], {
      key: 'amount',
      label: t('notInvoiced.amount'),
      kind: 'money',
      currency: ({ currency }) => currency,
      width: 'minmax(7rem, 1fr)',
      priority: 2,
    }),
  ];
}
