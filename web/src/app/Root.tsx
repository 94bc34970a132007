import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { session, useSession } from '../lib/session.ts';
import { Loading } from './Loading.tsx';
import { OfflineBanner } from './shell/OfflineBanner.tsx';

// Whoever is not signed in has no use for it; whoever is gets it together with the screen.
const loadShell = () => import('./shell/Shell.tsx');
const Shell = lazy(loadShell);
if (session.token() !== null) void loadShell().catch(() => {}); // fails again, and visibly, when it is rendered

/** Around every screen: the bar on top (not on /login), and the end of a session. */
export const Root = () => {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { token } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isSignIn = path === '/login';
  useEffect(() => {
    if (token === null && !isSignIn) void navigate({ to: '/login', replace: true });
  }, [token, isSignIn, navigate]);
  const page = (
    <Suspense fallback={<Loading />}>
      <Outlet />
    </Suspense>
  );
  return (
    <>
      <a href="#content" className="skip-link">
        {t('shell.skip')}
      </a>
      <OfflineBanner />
      {isSignIn || token === null ? (
        <main id="content" tabIndex={-1}>
          {page}
        </main>
      ) : (
        <Suspense fallback={<Loading />}>
          <Shell>{page}</Shell>
        </Suspense>
      )}
    </>
  );
};
