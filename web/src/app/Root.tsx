import { ActionIcon, Button, Group } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useActs } from '../lib/offline/acts.ts';
import { ACCOUNT, isRestricted, NEW_PASSWORD, useSession } from '../lib/session.ts';
import { useLayerHandler } from '../ui/overlay/use-layer.ts';
import { prepared } from '../ui/prepared.tsx';
import { isGuideOpen } from './guide/guide-state.ts';
import { GuidePanel, openGuide } from './guide/open-guide.ts';
import { Loading } from './Loading.tsx';
import { screens } from './screens.ts';
import { signOut } from './sign-out.ts';
import { OfflineBanner } from './shell/OfflineBanner.tsx';

/** Loaded separately, because the sign-in page does not need it. */
export const Shell = prepared(() => import('./shell/Shell.tsx'));

const PendingNotice = prepared(() => import('./offline/PendingNotice.tsx'));

const HOME_AFTER_MS = 800;

/** The frame of every screen: the top bar (except before the sign-in and for a user who must first change the password) and the redirect when the session ends; `?` opens the guide. */
export function Root() {
  const { t } = useTranslation('app');
  const navigate = useNavigate();
  const { token, user } = useSession();
  const { others } = useActs();
  const path = useRouterState({ select: ({ location }) => location.pathname });
  const isSignIn = path === '/login';
  const isReset = path === NEW_PASSWORD;
  const isHeld = token !== null && isRestricted(user);
  const hasGuide = isGuideOpen.use();
  useLayerHandler('help', openGuide);
  useEffect(() => {
    if (token === null && !isSignIn && !isReset) void navigate({ to: '/login', replace: true });
  }, [token, isSignIn, isReset, navigate]);
  useEffect(() => {
    if (isHeld && path !== ACCOUNT && !isReset) void navigate({ to: ACCOUNT, replace: true });
  }, [isHeld, path, isReset, navigate]);
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
      {isSignIn || isReset || token === null || isHeld ? (
        <main id="content" tabIndex={-1}>
          {page}
          {/* These pages have no top bar. */}
          <Group pos="absolute" top={12} right={12} gap="xs">
            {isHeld && (
              <Button variant="subtle" color="gray" onClick={() => void signOut()}>
                {t('shell.logout')}
              </Button>
            )}
            <ActionIcon variant="subtle" color="gray" size="xl" aria-label={t('shell.guide')} onClick={openGuide}>
              <IconHelp size={22} />
            </ActionIcon>
          </Group>
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
