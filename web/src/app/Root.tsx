import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSession } from '../lib/session.ts';
import { prepared } from '../ui/prepared.tsx';
import { Loading } from './Loading.tsx';
import { screens } from './screens.ts';
import { OfflineBanner } from './shell/OfflineBanner.tsx';

/** Whoever is not signed in has no use for it yet. */
export const Shell = prepared(() => import('./shell/Shell.tsx'));

const HOME_AFTER_MS = 800;

/** Around every screen: the bar on top (not on /login), and the end of a session. */
export function Root() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { token } = useSession();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isSignIn = path === '/login';
  useEffect(() => {
    if (token === null && !isSignIn) void navigate({ to: '/login', replace: true });
  }, [token, isSignIn, navigate]);
  // While somebody types a password, what comes after it is fetched.
  useEffect(() => {
    if (token !== null) return;
    const home = screens.find((screen) => screen.path === '/');
    const timer = setTimeout(() => void Promise.allSettled([Shell.prepare(), home?.page()]), HOME_AFTER_MS);
    return () => clearTimeout(timer);
  }, [token]);
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
}
