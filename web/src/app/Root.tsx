import { ActionIcon } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useActs } from '../lib/offline/acts.ts';
import { useSession } from '../lib/session.ts';
import { useLayerHandler } from '../ui/overlay/use-layer.ts';
import { prepared } from '../ui/prepared.tsx';
import { isGuideOpen } from './guide/guide-state.ts';
import { GuidePanel, openGuide } from './guide/open-guide.ts';
import { Loading } from './Loading.tsx';
import { screens } from './screens.ts';
import { OfflineBanner } from './shell/OfflineBanner.tsx';

/** Loaded separately, because the sign-in page does not need it. */
export const Shell = prepared(() => import('./shell/Shell.tsx'));

const PendingNotice = lazy(() => import('./offline/PendingNotice.tsx'));

const HOME_AFTER_MS = 800;

/** The frame of every screen: the top bar (except on /login) and the redirect when the session ends; `?` opens the guide. */
export function Root() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { token } = useSession();
  const { others } = useActs();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isSignIn = path === '/login';
  const hasGuide = isGuideOpen.use();
  useLayerHandler('help', openGuide);
  useEffect(() => {
    if (token === null && !isSignIn) void navigate({ to: '/login', replace: true });
  }, [token, isSignIn, navigate]);
  // Preloads the shell and the home page while the user types the password.
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
      {isSignIn && others > 0 && (
        <Suspense fallback={null}>
          <PendingNotice />
        </Suspense>
      )}
      {isSignIn || token === null ? (
        <main id="content" tabIndex={-1}>
          {page}
          {/* The sign-in page has no top bar. */}
          <ActionIcon
            variant="subtle"
            color="gray"
            size="xl"
            pos="absolute"
            top={12}
            right={12}
            aria-label={t('shell.guide')}
            onClick={openGuide}
          >
            <IconHelp size={22} />
          </ActionIcon>
        </main>
      ) : (
        <Suspense fallback={<Loading />}>
          <Shell>{page}</Shell>
        </Suspense>
      )}
      {hasGuide && (
        <Suspense fallback={null}>
          <GuidePanel />
        </Suspense>
      )}
    </>
  );
}
