import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { EntityLoader, useIdParameter } from '../../ui/page/EntityLoader.tsx';
import { RecordPage } from '../../ui/page/RecordPage.tsx';
import { toast } from '../../ui/toasts.ts';
import { CustomerForm } from '../registry/index.ts';
import { CustomerOrders, CustomerPrices, Invoices, PackingLists, Production } from './lists.tsx';
import { useFigures } from './use-figures.ts';
import { recordTabs } from './record-tabs.tsx';
import { useTabs } from './use-tabs.ts';

const LIST = '/anagrafica/clienti';

/** Shows a customer: the form, prices, orders, production, documents and history. Saving returns to the list. */
function CustomerPage() {
  const { t } = useTranslation('records');
  const { t: registry } = useTranslation('registry');
  const navigate = useNavigate();
  const id = useIdParameter();
  const customer = useQuery(api.customers.get.query({ id }));
  const figures = useFigures('customers', id);
  const filter = { customer_id: id };
  const tabs = useTabs();
  const onLost = () => {
    toast.error(registry('customers.loadFailed'));
    void navigate({ to: LIST, replace: true });
  };
  return (
    <EntityLoader query={customer} onFailed={onLost}>
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
                <CustomerForm
                  customer={loaded}
                  isTab
                  save={(input, options) => api.customers.update({ id, ...input }, options)}
                  onSaved={() => void navigate({ to: '/anagrafica/clienti/lista' })}
                  onClose={() => void navigate({ to: LIST })}
                />
              ),
            },
            {
              name: 'prices',
              label: t('tabs.prices'),
              needs: ['customer_prices.read'],
              content: () => <CustomerPrices filter={filter} />,
            },
            {
              name: 'orders',
              label: t('tabs.orders'),
              needs: ['customer_orders.read'],
              content: () => <CustomerOrders filter={filter} />,
            },
            {
              name: 'production',
              label: t('tabs.production'),
              needs: ['production.plan'],
              content: () => <Production filter={filter} />,
            },
            {
              name: 'documents',
              label: t('tabs.documents'),
              needs: ['packing_lists.read', 'invoices.read'],
              content: () => (
                <>
                  <PackingLists filter={filter} />
                  <Invoices filter={filter} />
                </>
              ),
            },
            ...recordTabs(t, 'customers', id),
          ])}
        />
      )}
    </EntityLoader>
  );
}
export default CustomerPage;
