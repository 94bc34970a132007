import { createRootRoute, createRoute, createRouter, redirect } from '@tanstack/react-router';
import { connection } from '../lib/connection.ts';
import { loadTexts } from '../lib/i18n/i18n.ts';
import type { Screen } from '../lib/screen.ts';
import { prepared } from '../ui/prepared.tsx';
import { allowed } from './guard.ts';
import { ledHome } from './led-home.ts';
import { Loading } from './Loading.tsx';
import { CrashPage, NoServer } from './CrashPage.tsx';
import { Root } from './Root.tsx';
import { ScreenFrame } from './ScreenFrame.tsx';
import { screens } from './screens.ts';

const root = createRootRoute({ component: Root, errorComponent: CrashPage });

function routeOf(screen: Screen) {
  const Page = prepared(screen.page);
  return createRoute({
    getParentRoute: () => root,
    path: screen.path,
    beforeLoad: ({ preload }) => allowed(screen, preload),
    // Loads the page's code and texts in parallel; hovering a link preloads them.
    loader: async ({ preload, location }) => {
      try {
        await Promise.all([Page.prepare(), loadTexts(screen.texts)]);
      } catch (error) {
        if (preload) throw error;
        // Loaded soon after the start of the page.
        const worker = await import('./offline/register-worker.ts').catch(() => null);
        if (await worker?.openInNewBuild(location.href)) throw error;
        connection.fails();
        throw new NoServer();
      }
      return null;
    },
    component: () => (
      <ScreenFrame screen={screen}>
        <Page />
      </ScreenFrame>
    ),
    errorComponent: CrashPage,
    staleTime: Infinity,
  });
}
/** Any unknown path redirects home, which says so. */
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => {
    ledHome.why = 'unknownPath';
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
