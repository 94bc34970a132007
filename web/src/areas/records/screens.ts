import type { Screen } from '../../lib/screen.ts';

const TEXTS = [
  'records',
  'registry',
  'reels',
  'stock',
  'purchasing',
  'orders',
  'production',
  'sales',
  'identity',
] as const satisfies Screen['texts'];

export const screens: readonly Screen[] = [
  {
    path: '/anagrafica/prodotti/$id',
    needs: 'REGISTRY',
    capability: 'products.write',
    title: 'product',
    page: () => import('./ProductPage.tsx'),
    texts: TEXTS,
  },
  {
    path: '/anagrafica/clienti/$id',
    needs: 'REGISTRY',
    capability: 'registry.read',
    title: 'customer',
    page: () => import('./CustomerPage.tsx'),
    texts: TEXTS,
  },
  {
    path: '/anagrafica/fornitori/$id',
    needs: 'REGISTRY',
    capability: 'registry.read',
    title: 'supplier',
    page: () => import('./SupplierPage.tsx'),
    texts: TEXTS,
  },
  {
    path: '/anagrafica/macchinari/$id',
    needs: 'REGISTRY',
    capability: 'registry.read',
    title: 'machine',
    page: () => import('./MachinePage.tsx'),
    texts: TEXTS,
  },
  {
    path: '/report/lotti/$id',
    needs: 'REPORTS',
    capability: 'stock.read',
    title: 'batch',
    page: () => import('./BatchPage.tsx'),
    texts: TEXTS,
  },
  {
    path: '/operazioni/bobine/$id',
    needs: 'OPERATIONS',
    capability: 'stock.read',
    title: 'reel',
    page: () => import('./ReelPage.tsx'),
    texts: TEXTS,
    feature: 'reels',
  },
];
