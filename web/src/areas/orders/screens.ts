import type { Screen } from '../../lib/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/ordiniclienti/inserimento-ordine',
    needs: 'SIGNED_IN',
    capability: 'customer_orders.read',
    title: 'enterOrder',
    page: () => import('./entry/EntryPage.tsx'),
    texts: ['orders'],
    isFound: true,
    card: 'customerOrders',
  },
  {
    path: '/ordiniclienti/visualizza-ordini',
    needs: 'SIGNED_IN',
    capability: 'customer_orders.read',
    title: 'viewOrders',
    page: () => import('./view/ViewOrdersPage.tsx'),
    texts: ['orders'],
    isFound: true,
  },
  {
    path: '/ordiniclienti/prezzi',
    needs: 'SIGNED_IN',
    capability: 'customer_prices.read',
    title: 'customerPrices',
    page: () => import('./prices/CustomerPricesPage.tsx'),
    texts: ['orders'],
    isFound: true,
  },
  {
    path: '/ordiniclienti/prezzi/nuovo',
    needs: 'SIGNED_IN',
    capability: 'customer_prices.write',
    title: 'newCustomerPrice',
    page: () => import('./prices/NewCustomerPricePage.tsx'),
    texts: ['orders'],
    isFound: true,
  },
  {
    path: '/ordiniclienti/prezzi/$id',
    needs: 'SIGNED_IN',
    capability: 'customer_prices.write',
    title: 'customerPrice',
    page: () => import('./prices/EditCustomerPricePage.tsx'),
    texts: ['orders'],
  },
];
