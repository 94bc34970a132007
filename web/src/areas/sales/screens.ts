import type { Screen } from '../../lib/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/operazioni/vendite',
    needs: 'OPERATIONS',
    capability: 'packing_lists.read',
    title: 'sales',
    page: () => import('./SalesPage.tsx'),
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
  {
    path: '/report/imposta-bollo',
    needs: 'REPORTS',
    capability: 'invoices.read',
    title: 'stampDuty',
    page: () => import('./stamp-duty/StampDutyPage.tsx'),
    texts: ['sales'],
    isFound: true,
    card: 'sales',
  },
];
