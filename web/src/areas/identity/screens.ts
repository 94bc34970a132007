import type { Screen } from '../../lib/screen.ts';

export const screens: readonly Screen[] = [
  {
    path: '/login',
    needs: 'public',
    capability: null,
    title: 'login',
    page: () => import('./LoginPage.tsx'),
    texts: ['identity'],
  },
  {
    path: '/users',
    needs: 'USERS',
    capability: 'users.manage',
    title: 'users',
    page: () => import('./users/UsersPage.tsx'),
    texts: ['identity'],
    isFound: true,
  },
  {
    path: '/users/nuovo',
    needs: 'USERS',
    capability: 'users.manage',
    title: 'newUser',
    page: () => import('./users/NewUserPage.tsx'),
    texts: ['identity'],
    isFound: true,
  },
  {
    path: '/users/eventi',
    needs: 'USERS',
    capability: 'users.manage',
    title: 'securityEvents',
    page: () => import('./users/SecurityEventsPage.tsx'),
    texts: ['identity'],
    isFound: true,
  },
  {
    path: '/users/$id',
    needs: 'USERS',
    capability: 'users.manage',
    title: 'user',
    page: () => import('./users/EditUserPage.tsx'),
    texts: ['identity'],
  },
];
