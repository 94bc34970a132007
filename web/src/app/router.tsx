import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { loadTexts } from '../lib/i18n/i18n.ts';
import type { Screen } from '../lib/screen.ts';
import { prepared } from '../ui/prepared.tsx';
import { allowed } from './guard.ts';
import { Loading } from './Loading.tsx';
import { CrashPage } from './CrashPage.tsx';
import { Root } from './Root.tsx';
import { ScreenFrame } from './ScreenFrame.tsx';
import { screens } from './screens.ts';

const root = createRootRoute({ component: Root, errorComponent: CrashPage });

function routeOf(screen: Screen) {
  const Page = prepared(screen.page);
  return createRoute({
    getParentRoute: () => root,
    path: screen.path,
    beforeLoad: () => allowed(screen),
    // The page's code and its texts together; hovering a link fetches them already.
    loader: () => Promise.all([Page.prepare(), loadTexts(screen.texts)]).then(() => null),
    component: () => (
      <ScreenFrame screen={screen}>
        <Page />
      </ScreenFrame>
    ),
    errorComponent: CrashPage,
    staleTime: Infinity,
  });
}
/** Any other path leads home. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    redirect({ to: '/', replace: true, throw: true });
  },
});

export const router = createRouter({
  routeTree: root.addChildren([...screens.map(routeOf), elsewhere]),
  defaultPreload: 'intent',
  defaultPendingComponent: Loading,
  defaultPendingMs: 150,
  defaultPendingMinMs: 200,
  defaultErrorComponent: CrashPage,
  defaultNotFoundComponent: Loading,
  scrollRestoration: true,
});
