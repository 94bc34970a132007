import type { Screen } from '../../lib/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/produzione/lavorazioni',
    needs: 'PRODUCTION',
    capability: 'runs.read',
    title: 'runs',
    page: () => import('./list/RunsPage.tsx'),
    texts: ['runs'],
    isFound: true,
    card: 'runs',
    feature: 'runs',
  },
  {
    path: '/produzione/lavorazioni/$id',
    needs: 'PRODUCTION',
    capability: 'runs.read',
    title: 'run',
    page: () => import('./run/RunPage.tsx'),
    texts: ['runs'],
    feature: 'runs',
  },
  {
    path: '/produzione/macchina/$code',
    needs: 'PRODUCTION',
    capability: 'runs.write',
    title: 'machineRun',
    page: () => import('./machine/MachineRunPage.tsx'),
    texts: ['runs', 'reels', 'production'],
    feature: 'runs',
  },
];
