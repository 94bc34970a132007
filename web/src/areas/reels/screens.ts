import type { Screen } from '../../lib/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/operazioni/bobine',
    needs: 'OPERATIONS',
    capability: 'stock.read',
    title: 'reels',
    page: () => import('./list/ReelsPage.tsx'),
    texts: ['reels'],
    isFound: true,
    feature: 'reels',
  },
];
