import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Price } from '@bobina/contract/purchasing/prices.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { SupplierFilter } from '../SupplierFilter.tsx';
import { LIST, NEW } from './calls.ts';
import { priceColumns } from './columns.tsx';
import { PriceFilters, USUAL_ORDER } from './filters.ts';
import { PriceCounters } from './PriceCounters.tsx';
import { ResetOrder } from './ResetOrder.tsx';
import { usePriceActions } from './use-price-actions.tsx';

function PricesPage() {
  const { t } = useTranslation('purchasing');
  const [{ q = '', sort = USUAL_ORDER, status, supplier_id }, setFilters] = useFilters(PriceFilters);
  const mayWrite = useCan()('prices.write');
  const columns = useMemo(() => priceColumns(t), [t]);
  const actions = usePriceActions();
  return (
    <ListPage<Price>
      call={api.prices.list}
      query={{ q, status, supplier_id }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      failedTitle={t('prices.loadFailed')}
      countLabel={(count, shown) => t('prices.count', { count, shown })}
      above={
        <PriceCounters query={{ q, supplier_id }} status={status} onStatus={(next) => setFilters({ status: next })} />
      }
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('prices.search') }}
      filters={
        <>
          <SupplierFilter value={supplier_id} onChange={(id) => setFilters({ supplier_id: id })} />
          <ResetOrder isUsual={sort === USUAL_ORDER} onReset={() => setFilters({ sort: undefined })} />
        </>
      }
      isFiltered={q !== '' || status !== undefined || supplier_id !== undefined}
      onClearFilters={() => setFilters({ q: '', status: undefined, supplier_id: undefined })}
      rowName={({ product_code, supplier_name }) => `${product_code}, ${supplier_name}`}
      href={({ id }) => `${LIST}/${id}`}
      {...(mayWrite && { actions })}
      create={mayWrite ? { label: t('prices.add'), to: NEW } : undefined}
      empty={{
        title: t('prices.empty'),
        hint: t('prices.emptyHint'),
        action: mayWrite && <LinkButton to={NEW}>{t('prices.add')}</LinkButton>,
      }}
    />
  );
}
export default PricesPage;
