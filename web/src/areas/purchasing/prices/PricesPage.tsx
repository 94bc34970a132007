import { IconPercentage } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DialogAct } from '../../../ui/bulk/bulk-act.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { prepared } from '../../../ui/prepared.tsx';
import type { SeenPrice } from '../../../ui/prices/price-kind.ts';
import { PriceListPage } from '../../../ui/prices/PriceListPage.tsx';
import { SupplierFilter } from '../SupplierFilter.tsx';
import { PriceFilters } from './filters.ts';
import { SUPPLIER_PRICE_KIND } from './kind.ts';
import { PriceImport } from './PriceImport.tsx';

const RaiseDialog = prepared(() => import('./RaiseDialog.tsx'));

/** Shows the list of purchase prices. */
function PricesPage() {
  const { t } = useTranslation('purchasing');
  const [{ supplier_id, ...filters }, setFilters] = useFilters(PriceFilters);
  const [raised, setRaised] = useState<readonly SeenPrice[]>();
  const raise: DialogAct<SeenPrice> = {
    key: 'raise',
    label: t('raise.act'),
    icon: <IconPercentage size={17} />,
    open: setRaised,
  };
  return (
    <>
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
        extraActions={<PriceImport />}
        bulk={[raise]}
      />
      {raised && (
        <Suspense fallback={null}>
          <RaiseDialog prices={raised} onClose={() => setRaised(undefined)} />
        </Suspense>
      )}
    </>
  );
}
export default PricesPage;
