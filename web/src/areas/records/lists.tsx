/** The lists of all areas, as tabs of a record. `filter` names the record: `{ customer_id: 7 }`. */
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { CustomerOrderRow } from '@bobina/contract/orders/orders.ts';
import type { StockRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../lib/api/api.ts';
import { useFormats } from '../../lib/formats.ts';
import { useCan } from '../../lib/session.ts';
import { useUnit } from '../../lib/use-unit.ts';
import { EntityLink } from '../../ui/entity-link.tsx';
import { StockBatch } from '../../ui/HoldChip.tsx';
import { priceColumns } from '../../ui/prices/price-columns.tsx';
import type { Column } from '../../ui/table/columns.tsx';
import { columnsOf } from '../../ui/table/row-fields.ts';
import { CUSTOMER_PRICE_KIND, viewColumns } from '../orders/index.ts';
import { statusColumns } from '../production/index.ts';
import { orderColumns, SUPPLIER_PRICE_KIND } from '../purchasing/index.ts';
import { productColumns } from '../registry/index.ts';
import { invoiceColumns, invoicePath, packingListColumns, packingListPath } from '../sales/index.ts';
import { movementColumns } from '../stock/index.ts';
import { RecordList } from './RecordList.tsx';

const stockColumn = columnsOf<StockRow>();
const orderColumn = columnsOf<CustomerOrderRow>();

interface Props {
  filter: Record<string, number>;
}

/** Shows the stock of a product by warehouse and batch, and its movements. */
export function StockAndMovements({ filter }: { filter: { product_id: number } }) {
  const { t } = useTranslation('records');
  const { t: stock } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const levels = useMemo<Column<StockRow>[]>(
    () => [
      stockColumn(['warehouse_id', 'warehouse_name'], {
        key: 'warehouse_name',
        label: stock('stock.warehouse'),
        cell: (row) => <EntityLink kind="warehouse" id={row.warehouse_id} text={row.warehouse_name} size="fit" />,
        width: 'minmax(8rem, 2fr)',
        priority: 1,
      }),
      stockColumn(['batch_id', 'batch_number', 'hold_reason'], {
        key: 'batch_number',
        label: stock('stock.batch'),
        cell: (row) => <StockBatch row={row} />,
        width: 'minmax(7rem, 1fr)',
        priority: 1,
      }),
      { key: 'expiry_date', label: stock('levels.expiry'), kind: 'day', width: '8rem', priority: 2 },
      stockColumn(['quantity', 'unit_of_measure'], {
        key: 'quantity',
        label: stock('movement.quantity'),
        kind: 'number',
        cell: (row) => formats.quantity(row.quantity, unitOf(row.unit_of_measure)),
        width: 'minmax(7rem, 1fr)',
        priority: 1,
      }),
    ],
    [stock, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  const movements = useMemo(() => movementColumns(stock, formats, unitOf), [stock, formats]); // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  return (
    <>
      <RecordList
        title={t('lists.stock')}
        call={api.stock.list}
        query={filter}
        columns={levels}
        rowFields={['warehouse_id', 'warehouse_name', 'batch_id', 'batch_number']}
        sort="expiry_date"
        rowId={({ warehouse_id, batch_id }) => `${warehouse_id} ${batch_id}`}
        rowName={({ warehouse_name, batch_number }) => `${warehouse_name} ${batch_number ?? ''}`}
        empty={t('empty.stock')}
      />
      <RecordList
        title={t('lists.movements')}
        call={api.stockMovements.list}
        query={filter}
        columns={movements}
        rowFields={['id', 'version']}
        sort="-movement_date"
        rowName={({ id }) => id}
        href={({ id }) => `/operazioni/movimenti/${id}`}
        empty={t('empty.movements')}
      />
    </>
  );
}

/** Shows the prices of suppliers. */
export function SupplierPrices({ filter }: Props) {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const { t: purchasing } = useTranslation('purchasing');
  const columns = useMemo(
    () => priceColumns(common, SUPPLIER_PRICE_KIND, purchasing('order.supplier')),
    [common, purchasing],
  );
  return (
    <RecordList
      title={t('lists.supplierPrices')}
      call={api.prices.list}
      query={filter}
      columns={columns}
      rowFields={['id', 'version', 'product_code']}
      sort="-start_date"
      rowName={({ product_code }) => product_code}
      href={({ id }) => `${SUPPLIER_PRICE_KIND.path}/${id}`}
      empty={t('empty.prices')}
    />
  );
}

/** Shows the prices of customers. */
export function CustomerPrices({ filter }: Props) {
  const { t } = useTranslation('records');
  const { t: common } = useTranslation();
  const { t: orders } = useTranslation('orders');
  const columns = useMemo(() => priceColumns(common, CUSTOMER_PRICE_KIND, orders('order.customer')), [common, orders]);
  return (
    <RecordList
      title={t('lists.customerPrices')}
      call={api.customerPrices.list}
      query={filter}
      columns={columns}
      rowFields={['id', 'version', 'product_code']}
      sort="-start_date"
      rowName={({ product_code }) => product_code}
      href={({ id }) => `${CUSTOMER_PRICE_KIND.path}/${id}`}
      empty={t('empty.prices')}
    />
  );
}

/** Shows the orders of customers. */
export function CustomerOrders({ filter }: Props) {
  const { t } = useTranslation('records');
  const { t: orders } = useTranslation('orders');
  const amounts = useCan()('customer_orders.amounts');
  const columns = useMemo(
    () =>
      viewColumns(orders, amounts).map((column) =>
        column.key === 'order_number'
          ? orderColumn(['id', 'order_number'], {
              key: column.key,
              label: column.label,
              width: column.width,
              priority: column.priority,
              cell: (row) => <EntityLink kind="customer_order" id={row.id} text={row.order_number} size="fit" />,
            })
          : column,
      ),
    [orders, amounts],
  );
  return (
    <RecordList
      title={t('lists.customerOrders')}
      call={api.customerOrders.list}
      query={filter}
      columns={columns}
      rowFields={['id', 'version', 'order_number']}
      sort="-order_date"
      rowName={({ order_number }) => order_number}
      empty={t('empty.orders')}
    />
  );
}

/** Shows the orders to suppliers. */
export function PurchaseOrders({ filter }: Props) {
  const { t } = useTranslation('records');
  const { t: purchasing } = useTranslation('purchasing');
  const amounts = useCan()('purchase_orders.amounts');
  const columns = useMemo(() => orderColumns(purchasing, amounts), [purchasing, amounts]);
  return (
    <RecordList
      title={t('lists.purchaseOrders')}
      call={api.purchaseOrders.list}
      query={filter}
      columns={columns}
      rowFields={['id', 'version', 'order_number']}
      sort="-order_date"
      rowName={({ order_number }) => order_number}
      href={({ id }) => `/operazioni/ordini-fornitori/${id}`}
      empty={t('empty.orders')}
    />
  );
}

/** Shows the items to produce, with their status. */
export function Production({ filter }: Props) {
  const { t } = useTranslation('records');
  const { t: production } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const columns = useMemo(() => statusColumns({ t: production, formats, unitOf }), [production, formats]); // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  return (
    <RecordList
      title={t('lists.production')}
      call={api.productionItems.status}
      query={filter}
      columns={columns}
      rowFields={['item_id', 'order_number', 'code']}
      sort="-order_number"
      rowId={({ item_id }) => item_id}
      rowName={({ order_number, code }) => `${order_number} · ${code}`}
      empty={t('empty.production')}
    />
  );
}

/** Shows packing lists. */
export function PackingLists({ filter }: Props) {
  const { t } = useTranslation('records');
  const { t: sales } = useTranslation('sales');
  const can = useCan();
  const [amounts, invoices] = [can('packing_lists.amounts'), can('invoices.read')];
  const columns = useMemo(() => packingListColumns(sales, { amounts, invoices }), [sales, amounts, invoices]);
  return (
    <RecordList
      title={t('lists.packingLists')}
      call={api.packingLists.list}
      query={filter}
      columns={columns}
      rowFields={['id', 'version', 'packing_list_number']}
      sort="-packing_date"
      rowName={({ packing_list_number }) => packing_list_number}
      href={({ id }) => packingListPath(id)}
      empty={t('empty.documents')}
    />
  );
}

/** Shows invoices and credit notes. */
export function Invoices({ filter }: Props) {
  const { t } = useTranslation('records');
  const { t: sales } = useTranslation('sales');
  const columns = useMemo(() => invoiceColumns(sales), [sales]);
  return (
    <RecordList
      title={t('lists.invoices')}
      call={api.invoices.list}
      query={filter}
      columns={columns}
      rowFields={['id', 'version', 'invoice_number']}
      sort="-invoice_date"
      rowName={({ id, invoice_number }) => invoice_number ?? String(id)}
      href={({ id }) => invoicePath(id)}
      empty={t('empty.documents')}
    />
  );
}

/** Shows products. */
export function Products({ filter }: Props) {
  const { t } = useTranslation('records');
  const { t: registry } = useTranslation('registry');
  const columns = useMemo(() => productColumns(registry), [registry]);
  return (
    <RecordList
      title={t('lists.products')}
      call={api.products.list}
      query={filter}
      columns={columns}
      rowFields={['id', 'version', 'code']}
      sort="code"
      rowName={({ code }) => code}
      href={({ id }) => `/anagrafica/prodotti/${id}`}
      empty={t('empty.products')}
    />
  );
}
