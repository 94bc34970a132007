import type { Screen } from '../../lib/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/operazioni/vendite',
    needs: 'OPERATIONS',
    capability: 'packing_lists.read',
    title: 'sales',
    page: () => import('./SalesPage.tsx'),
    texts: ['sales', 'reels'],
    isFound: true,
    card: 'sales',
  },
  {
    path: '/operazioni/vendite/ricevute',
    needs: 'OPERATIONS',
    capability: 'invoices.read',
    title: 'receipts',
    page: () => import('./transmissions/ReceiptsPage.tsx'),
    texts: ['sales'],
    isFound: true,
    card: 'sales',
  },
  {
    path: '/operazioni/spedizioni',
    needs: 'OPERATIONS',
    capability: 'stock.read',
    title: 'shipments',
    page: () => import('./shipments/ShipmentsPage.tsx'),
    texts: ['sales'],
    isFound: true,
    card: 'shipments',
  },
];
