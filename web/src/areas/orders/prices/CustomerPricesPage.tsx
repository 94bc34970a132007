import { useTranslation } from 'react-i18next';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { PriceImport } from '../../../ui/prices/PriceImport.tsx';
import { PriceListPage } from '../../../ui/prices/PriceListPage.tsx';
import { CustomerFilter } from '../CustomerFilter.tsx';
import { CustomerPriceFilters } from './filters.ts';
import { CUSTOMER_PRICE_KIND } from './kind.ts';

/** Shows the list of prices for customers. */
function CustomerPricesPage() {
  const { t } = useTranslation('orders');
  const [{ customer_id, ...filters }, setFilters] = useFilters(CustomerPriceFilters);
  return (
    <PriceListPage
      kind={CUSTOMER_PRICE_KIND}
      filters={filters}
      onFilters={setFilters}
      party={{
        label: t('order.customer'),
        value: customer_id,
        picker: <CustomerFilter value={customer_id} onChange={(id) => setFilters({ customer_id: id })} />,
        onClear: () => setFilters({ q: '', status: undefined, customer_id: undefined }),
      }}
      search={t('prices.search')}
      emptyHint={t('prices.emptyHint')}
      extraActions={
        <PriceImport
          register="customer-prices"
          labels={{ customer: t('order.customer'), closes_previous: t('prices.closes') }}
        />
      }
    />
  );
}
export default CustomerPricesPage;
