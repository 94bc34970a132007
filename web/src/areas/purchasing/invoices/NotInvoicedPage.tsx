import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { NotInvoiced } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { dayFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { SupplierFilter } from '../SupplierFilter.tsx';

const Filters = {
  ...listFilters,
  supplier_id: rowFilter(),
  from: dayFilter(),
  to: dayFilter(),
};

/** What the list reads of a received line beside its columns. */
const ROW = ['receipt_item_id', 'document_number', 'product_code'] as const;
type SeenReceipt = Pick<NotInvoiced, (typeof ROW)[number]>;
const column = columnsOf<NotInvoiced>();

/** Shows the goods that were received and are not invoiced in full. */
function NotInvoicedPage() {
  const { t } = useTranslation(['purchaseInvoices', 'purchasing']);
  const [{ q = '', sort = 'receipt_date', supplier_id, from, to }, setFilters] = useFilters(Filters);
  const formats = useFormats();
  const unitOf = useUnit();
  const quantity = (value: number, unit: string) => formats.quantity(value, unitOf(unit));
  const columns = rowColumns(t, quantity);
  return (
    <ListPage<NotInvoiced, SeenReceipt>
      call={api.purchaseInvoices.notInvoiced}
      rowFields={ROW}
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
    />
  );
}
export default NotInvoicedPage;

function rowColumns(
  t: TFunction<['purchaseInvoices', 'purchasing']>,
  quantity: (value: number, unit: string) => string,
): Column<NotInvoiced>[] {
  return [
    { key: 'document_number', label: t('invoice.ddt'), width: 'minmax(6rem, 1fr)', priority: 1 },
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
