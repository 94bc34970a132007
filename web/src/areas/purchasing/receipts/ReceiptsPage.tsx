import { Checkbox } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { PurchaseOrderRow } from '@bobina/contract/purchasing/orders.ts';
import { api } from '../../../lib/api/api.ts';
import { useShopFloor } from '../../../lib/offline/shop-floor.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { listFilters } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { patient } from '../calls.ts';
import { awaitedColumns } from '../orders/columns.tsx';

const Filters = z.object({
  ...listFilters,
  all: z.coerce.boolean().optional().catch(undefined),
});
const list = patient(api.purchaseOrders.list);

/** Shows the orders that await goods, or all orders on request. */
function ReceiptsPage() {
  useShopFloor();
  const { t } = useTranslation('purchasing');
  const [{ q = '', sort = 'requested_arrival_date', all = false }, setFilters] = useFilters(Filters);
  const columns = useMemo(() => awaitedColumns(t), [t]);
  return (
    <ListPage<PurchaseOrderRow>
      call={list}
      query={{ q, ...(!all && { open: true }) }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      failedTitle={t('receipts.listFailed')}
      countLabel={(count, shown) => t('receipts.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('orders.search') }}
      filters={
        <Checkbox
          label={t('receipts.showAll')}
          checked={all}
          onChange={(event) => setFilters({ all: event.currentTarget.checked })}
          styles={{ body: { alignItems: 'center', minHeight: 36 } }}
        />
      }
      isFiltered={q !== ''}
      onClearFilters={() => setFilters({ q: '' })}
      rowName={({ order_number }) => order_number}
      href={({ id }) => `/operazioni/ricezione-merce/${id}`}
      empty={{ title: t('receipts.empty'), hint: t('receipts.emptyHint') }}
    />
  );
}
export default ReceiptsPage;
