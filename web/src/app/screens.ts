/**
 * The one list of screens. The router, the breadcrumbs, the cards of the hubs and the command palette are made from
 * it: a screen that is not here does not exist, and nothing leads to it.
 */
import type { Card, RoutePermission } from '@bobina/contract/core/permissions.ts';
import type { ComponentType } from 'react';
import type appTexts from './texts/it.json';

type ScreenTitle = keyof (typeof appTexts)['screens'];
/** The namespaces of texts, one per area. */
type Area = 'identity' | 'registry' | 'purchasing' | 'stock';

export interface Screen {
  /** As in the address; `$id` is a parameter. Its parents by path are its breadcrumbs. */
  path: string;
  /** What the role needs; `public` for the sign-in page alone. */
  needs: RoutePermission | 'public';
  /** Key of `screens` in the texts of the shell. */
  title: ScreenTitle;
  page: () => Promise<{ default: ComponentType }>;
  /** Whose texts it shows. */
  texts: readonly Area[];
  /** Found by Ctrl-K. Forms of one row are not. */
  isFound?: boolean;
  /** Offered only to the roles of this card, in the palette as on its hub. */
  card?: Card;
}

export const screens: readonly Screen[] = [
  { path: '/login', needs: 'public', title: 'login', page: () => import('../areas/identity/LoginPage.tsx'), texts: ['identity'] },
  { path: '/', needs: 'SIGNED_IN', title: 'home', page: () => import('./pages/HomePage.tsx'), texts: [], isFound: true },

  { path: '/anagrafica', needs: 'REGISTRY', title: 'registry', page: () => import('./pages/RegistryHub.tsx'), texts: [], isFound: true },
  { path: '/anagrafica/prodotti', needs: 'REGISTRY', title: 'products', page: () => import('../areas/registry/products/ProductsPage.tsx'), texts: ['registry'], isFound: true },
  { path: '/anagrafica/prodotti/nuovo', needs: 'REGISTRY', title: 'newProduct', page: () => import('../areas/registry/products/NewProductPage.tsx'), texts: ['registry'], isFound: true },
  { path: '/anagrafica/prodotti/$id', needs: 'REGISTRY', title: 'product', page: () => import('../areas/registry/products/EditProductPage.tsx'), texts: ['registry'] },

  { path: '/operazioni', needs: 'OPERATIONS', title: 'operations', page: () => import('./pages/OperationsHub.tsx'), texts: [], isFound: true },
  { path: '/report', needs: 'REPORTS', title: 'reports', page: () => import('./pages/ReportsHub.tsx'), texts: [], isFound: true },
  // Anybody signed in may come here: the page itself refuses in words, the screens below it redirect.
  { path: '/produzione', needs: 'SIGNED_IN', title: 'production', page: () => import('./pages/ProductionHub.tsx'), texts: [], isFound: true, card: 'production' },
  { path: '/ordiniclienti', needs: 'SIGNED_IN', title: 'customerOrders', page: () => import('./pages/CustomerOrdersHub.tsx'), texts: [], isFound: true },
];

const byPath = new Map(screens.map((screen) => [screen.path, screen]));
export const screenAt = (path: string): Screen | undefined => byPath.get(path);
export const screenExists = (path: string): boolean => byPath.has(path);

/** The screens above one, outermost first: home, hub, list. */
export const parentsOf = ({ path }: Screen): Screen[] => {
  if (path === '/') return [];
  const parts = path.split('/').slice(1, -1);
  const paths = ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
  return paths.flatMap((parent) => byPath.get(parent) ?? []);
};
