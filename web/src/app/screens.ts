/**
 * The list of all screens, combined from the areas. The router, the breadcrumbs, the hub cards and the command palette
 * derive from it.
 */
import type { Role } from '@bobina/contract/core/permissions.ts';
import { mayOpen, type Screen } from '../lib/screen.ts';
import { areaScreens } from './area-screens.ts';

const hubs: readonly Screen[] = [
  {
    path: '/',
    needs: 'SIGNED_IN',
    capability: null,
    title: 'home',
    page: () => import('./pages/HomePage.tsx'),
    texts: ['home', 'cards'],
    isFound: true,
  },
  {
    path: '/anagrafica',
    needs: 'REGISTRY',
    capability: null,
    title: 'registry',
    page: () => import('./pages/RegistryHub.tsx'),
    texts: ['home', 'cards'],
    isFound: true,
  },
  {
    path: '/operazioni',
    needs: 'OPERATIONS',
    capability: null,
    title: 'operations',
    page: () => import('./pages/OperationsHub.tsx'),
    texts: ['home', 'cards'],
    isFound: true,
  },
  {
    path: '/report',
    needs: 'REPORTS',
    capability: null,
    title: 'reports',
    page: () => import('./pages/ReportsHub.tsx'),
    texts: ['home', 'cards'],
    isFound: true,
  },
  // No redirect here: a role without the permission sees the refusal, and the screens below redirect.
  {
    path: '/produzione',
    needs: 'SIGNED_IN',
    capability: 'production.plan',
    title: 'production',
    page: () => import('./pages/ProductionHub.tsx'),
    texts: ['home', 'cards'],
    isFound: true,
    card: 'production',
  },
  {
    path: '/ordiniclienti',
    needs: 'SIGNED_IN',
    capability: null,
    title: 'customerOrders',
    page: () => import('./pages/CustomerOrdersHub.tsx'),
    texts: ['home', 'cards'],
    isFound: true,
  },
];
const guide: readonly Screen[] = [
  {
    path: '/guida',
    needs: 'SIGNED_IN',
    capability: null,
    title: 'guide',
    page: () => import('./guide/GuideContents.tsx'),
    texts: ['guide'],
    isFound: true,
  },
  {
    path: '/guida/$screen',
    needs: 'SIGNED_IN',
    capability: null,
    title: 'guidePage',
    page: () => import('./guide/GuideScreen.tsx'),
    texts: ['guide'],
  },
];
const belowHubs = [...areaScreens, ...guide];

/** In the palette's order: hub by hub, then the screens without a hub. */
export const screens: readonly Screen[] = [
  ...hubs.flatMap((hub) => [hub, ...belowHubs.filter((screen) => isBelow(hub, screen))]),
  ...belowHubs.filter((screen) => !hubs.some((hub) => isBelow(hub, screen))),
];

const byPath = new Map(screens.map((screen) => [screen.path, screen]));
/** Finds the screen of a path. A literal path wins over one with a parameter. */
export function screenAt(path: string): Screen | undefined {
  return byPath.get(path) ?? screens.find((screen) => fits(screen.path, path));
}

/** Whether the screen exists and this role can open it. */
export function mayOpenPath(path: string, role: Role): boolean {
  const screen = byPath.get(path);
  return screen !== undefined && mayOpen(screen, role);
}

/** Whether a screen with this key of its title exists and this role can open it. */
export function mayOpenTitle(title: string, role: Role): boolean {
  return screens.some((screen) => screen.title === title && mayOpen(screen, role));
}

/** The parent screens, outermost first: home, hub, list. */
export function parentsOf({ path }: Screen): Screen[] {
  if (path === '/') return [];
  const parts = path.split('/').slice(1, -1);
  const paths = ['/', ...parts.map((_, index) => `/${parts.slice(0, index + 1).join('/')}`)];
  return paths.flatMap((parent) => byPath.get(parent) ?? []);
}

function fits(pattern: string, path: string) {
  return new RegExp(`^${pattern.replaceAll(/\$\w+/g, '[^/]+')}/?$`).test(path);
}

function isBelow(hub: Screen, { path }: Screen) {
  return path.startsWith(`${hub.path}/`);
}
