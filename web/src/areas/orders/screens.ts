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
];
