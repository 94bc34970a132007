import { useTranslation } from 'react-i18next';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { PriceImport } from '../../../ui/prices/PriceImport.tsx';
import { PriceListPage } from '../../../ui/prices/PriceListPage.tsx';
import { SupplierFilter } from '../SupplierFilter.tsx';
import { PriceFilters } from './filters.ts';
import { SUPPLIER_PRICE_KIND } from './kind.ts';

/** Shows the list of purchase prices. */
function PricesPage() {
  const { t } = useTranslation('purchasing');
  const [{ supplier_id, ...filters }, setFilters] = useFilters(PriceFilters);
  return (
    <PriceListPage
      kind={SUPPLIER_PRICE_KIND}
      filters={filters}
      onFilters={setFilters}
      party={{
        label: t('prices.supplier'),
        value: supplier_id,
        picker: <SupplierFilter value={supplier_id} onChange={(id) => setFilters({ supplier_id: id })} />,
        onClear: () => setFilters({ q: '', status: undefined, supplier_id: undefined }),
      }}
      search={t('prices.search')}
      emptyHint={t('prices.emptyHint')}
      extraActions={
        <PriceImport
          register="prices"
          labels={{
            supplier: t('prices.supplier'),
            from_quantity: t('supply.from_quantity'),
            lead_days: t('supply.price_lead_days'),
            closes_previous: t('prices.closes'),
          }}
        />
      }
    />
  );
}
export default PricesPage;
