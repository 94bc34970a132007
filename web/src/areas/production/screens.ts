import type { Screen } from '../../lib/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/operazioni/carico-produzione',
    needs: 'OPERATIONS',
    title: 'productionLoad',
    page: () => import('./load/LoadPage.tsx'),
    texts: ['production'],
    isFound: true,
    card: 'productionLoad',
  },
  {
    path: '/produzione/priorita',
    needs: 'PRODUCTION',
    title: 'priorities',
    page: () => import('./priorities/PrioritiesPage.tsx'),
    texts: ['production'],
    isFound: true,
  },
  {
    path: '/produzione/stato',
    needs: 'PRODUCTION',
    title: 'productionStatus',
    page: () => import('./status/StatusPage.tsx'),
    texts: ['production'],
    isFound: true,
  },
  {
    path: '/produzione/programmazione',
    needs: 'PRODUCTION',
    title: 'scheduling',
    page: () => import('./scheduling/SchedulingPage.tsx'),
    texts: ['production'],
    isFound: true,
  },
  {
    path: '/produzione/calcolo-materiali',
    needs: 'PRODUCTION',
    title: 'materials',
    page: () => import('./materials/MaterialsPage.tsx'),
    texts: ['production', 'registry'],
    isFound: true,
  },
];
