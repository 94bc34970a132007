import { Checkbox } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { namedBy } from '@bobina/contract/core/read-scan.ts';
import type { PurchaseOrderRow } from '@bobina/contract/purchasing/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { leaveScan } from '../../../lib/scanner.ts';
import { useCan } from '../../../lib/session.ts';
import { useShopFloor } from '../../../lib/offline/shop-floor.ts';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { CreateAction } from '../../../ui/page/CreateAction.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { dayFilter, flagFilter, listFilters } from '../../../ui/page/filter-fields.ts';
import { RangeChip } from '../../../ui/page/RangeChip.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { withTimeout } from '../calls.ts';
import { AWAITED_ROW, awaitedColumns, type AwaitedOrder } from '../orders/columns.tsx';
import { AwaitedStatus } from './AwaitedStatus.tsx';
import { ReceivedNotice } from './ReceivedNotice.tsx';

const Filters = {
  ...listFilters,
  expected_from: dayFilter(),
  expected_until: dayFilter(),
  all: flagFilter(),
};
const list = withTimeout(api.purchaseOrders.list);
/** Milliseconds that a scan waits for the order before it opens what the search finds. */
const SCAN_TIMEOUT = 3000;

/** Shows the orders that await goods, or all orders on request. */
function ReceiptsPage() {
  useShopFloor();
  const { t } = useTranslation('purchasing');
  const [{ q = '', sort = 'requested_arrival_date', all = false, expected_from, expected_until }, setFilters] =
    useFilters(Filters);
  const mayOrder = useCan()('purchase_orders.write');
  const columns = useMemo(() => awaitedColumns(t, (order) => <AwaitedStatus {...order} />), [t]);
  const navigate = useNavigate();
  useLayerHandler('scan', (scan) =>
    scan.isTyped
      ? false
      : () =>
          void pathOfScanned(scan.code).then((path) => (path === null ? leaveScan(scan) : void navigate({ to: path }))),
  );
  return (
    <ListPage<PurchaseOrderRow, AwaitedOrder>
      call={list}
      rowFields={AWAITED_ROW}
      query={{ q, expected_from, expected_until, ...(!all && { open: true }) }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      above={<ReceivedNotice />}
      failedTitle={t('receipts.listFailed')}
      countLabel={(count, shown) => t('receipts.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('orders.search') }}
      filters={
        <>
          <RangeChip
            label={t('receipts.expected')}
            from={expected_from}
            until={expected_until}
            onClear={() => setFilters({ expected_from: undefined, expected_until: undefined })}
          />
          <Checkbox
            label={t('receipts.showAll')}
            checked={all}
            onChange={(event) => setFilters({ all: event.currentTarget.checked || undefined })}
            styles={{ root: { alignSelf: 'center' }, body: { alignItems: 'center' } }}
          />
        </>
      }
      isFiltered={q !== '' || expected_from !== undefined || expected_until !== undefined}
      onClearFilters={() => setFilters({ q: '', expected_from: undefined, expected_until: undefined })}
      rowName={({ order_number }) => order_number}
      href={({ id }) => `/operazioni/ricezione-merce/${id}`}
      empty={{
        title: t('receipts.empty'),
        hint: t('receipts.emptyHint'),
        action: mayOrder && (
          <CreateAction label={t('orders.add')} to="/operazioni/ordini-fornitori/nuovo" variant="light" />
        ),
      }}
    />
  );
}
export default ReceiptsPage;

/** The path where the open order with the scanned number is received; null if there is none. */
async function pathOfScanned(code: string): Promise<string | null> {
  const number = namedBy(code);
  try {
    const { rows } = await list({ query: { q: number, open: true } }, { timeout: SCAN_TIMEOUT });
    const order = rows.find(({ order_number }) => order_number === number);
    return order ? `/operazioni/ricezione-merce/${order.id}` : null;
  } catch {
    return null; // the scan then opens what the search finds
  }
}
