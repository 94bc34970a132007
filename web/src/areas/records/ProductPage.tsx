import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api/api.ts';
import { useFeature } from '../../lib/features.ts';
import { EntityLoader, useIdParameter } from '../../ui/page/EntityLoader.tsx';
import { RecordPage } from '../../ui/page/RecordPage.tsx';
import { useUnit } from '../../lib/use-unit.ts';
import { ProductForm, useProductLost } from '../registry/index.ts';
import {
  CustomerOrders,
  CustomerPrices,
  PackingLists,
  Production,
  PurchaseOrders,
  StockAndMovements,
  SupplierPrices,
} from './lists.tsx';
import { SupplyTab } from '../purchasing/index.ts';
import { useFigures } from './use-figures.ts';
import { recordTabs } from './record-tabs.tsx';
import { useTabs } from './use-tabs.ts';

/** Shows a product: its form, stock, prices, orders, production, documents and history. */
function ProductPage() {
  const { t } = useTranslation('records');
  const id = useIdParameter();
  const product = useQuery(api.products.get.query({ id }));
  const onLost = useProductLost();
  const figures = useFigures('products', id, useUnit()(product.data?.unit_of_measure ?? ''));
  const filter = { product_id: id };
  const tabs = useTabs();
  const hasProposals = useFeature('proposals');
  return (
    <EntityLoader query={product} onFailed={onLost}>
      {(loaded) => (
        <RecordPage
          key={loaded.id}
          title={loaded.code}
          subtitle={loaded.name ?? loaded.description}
          figures={figures}
          tabs={tabs([
            {
              name: 'data',
              label: t('tabs.data'),
              content: () => (
                <ProductForm
                  code={loaded.code}
                  id={id}
                  initial={loaded}
                  version={loaded.version}
                  save={(input, options) => api.products.update({ id, ...input }, options)}
                />
              ),
            },
            {
              name: 'stock',
              label: t('tabs.stock'),
              needs: ['stock.read'],
              content: () => <StockAndMovements filter={filter} />,
            },
            {
              name: 'prices',
              label: t('tabs.prices'),
              needs: ['prices.read', 'customer_prices.read'],
              content: () => (
                <>
                  <SupplierPrices filter={filter} />
                  <CustomerPrices filter={filter} />
                </>
              ),
            },
            {
              name: 'orders',
              label: t('tabs.orders'),
              needs: ['customer_orders.read', 'purchase_orders.read'],
              content: () => (
                <>
                  <CustomerOrders filter={filter} />
                  <PurchaseOrders filter={filter} />
                </>
              ),
            },
            ...(hasProposals
              ? [{ name: 'supply', label: t('tabs.supply'), content: () => <SupplyTab key={id} product_id={id} /> }]
              : []),
            {
              name: 'production',
              label: t('tabs.production'),
              needs: ['production.plan'],
              content: () => <Production filter={filter} />,
            },
            {
              name: 'documents',
              label: t('tabs.documents'),
              needs: ['packing_lists.read'],
              content: () => <PackingLists filter={filter} />,
            },
            ...recordTabs(t, 'products', id),
          ])}
        />
      )}
    </EntityLoader>
  );
}
export default ProductPage;
