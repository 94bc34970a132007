import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { EntityLoader, useIdParameter } from '../../ui/page/EntityLoader.tsx';
import { RecordPage } from '../../ui/page/RecordPage.tsx';
import { toast } from '../../ui/toasts.ts';
import { SupplierForm } from '../registry/index.ts';
import { Products, PurchaseOrders, SupplierPrices } from './lists.tsx';
import { useFigures } from './use-figures.ts';
import { recordTabs } from './record-tabs.tsx';
import { useTabs } from './use-tabs.ts';

const LIST = '/anagrafica/fornitori';

/** Shows a supplier: the form, products, prices, orders and history. Saving returns to the list. */
function SupplierPage() {
  const { t } = useTranslation('records');
  const { t: registry } = useTranslation('registry');
  const navigate = useNavigate();
  const id = useIdParameter();
  const supplier = useQuery(api.suppliers.get.query({ id }));
  const figures = useFigures('suppliers', id);
  const filter = { supplier_id: id };
  const tabs = useTabs();
  const onLost = () => {
    toast.error(registry('suppliers.loadFailed'));
    void navigate({ to: LIST, replace: true });
  };
  return (
    <EntityLoader query={supplier} onFailed={onLost}>
      {(loaded) => (
        <RecordPage
          key={loaded.id}
          title={loaded.business_name}
          subtitle={`${loaded.city} · ${loaded.vat_number}`}
          figures={figures}
          tabs={tabs([
            {
              name: 'data',
              label: t('tabs.data'),
              content: () => (
                <SupplierForm
                  supplier={loaded}
                  isTab
                  save={(input, options) => api.suppliers.update({ id, ...input }, options)}
                  onClose={() => void navigate({ to: LIST })}
                />
              ),
            },
            { name: 'products', label: t('tabs.products'), content: () => <Products filter={filter} /> },
            {
              name: 'prices',
              label: t('tabs.prices'),
              needs: ['prices.read'],
              content: () => <SupplierPrices filter={filter} />,
            },
            {
              name: 'orders',
              label: t('tabs.orders'),
              needs: ['purchase_orders.read'],
              content: () => <PurchaseOrders filter={filter} />,
            },
            ...recordTabs(t, 'suppliers', id),
          ])}
        />
      )}
    </EntityLoader>
  );
}
export default SupplierPage;
