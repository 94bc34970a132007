import { Outlet, useNavigate, useRouterState } from '@tanstack/react-router';
import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmHost } from '../ui/overlay/confirm.tsx';
import { ExportDialog } from '../ui/export/ExportDialog.tsx';
import { BlockedPrint } from '../ui/print/BlockedPrint.tsx';
import { useSession } from '../lib/session.ts';
import { Loading } from './Loading.tsx';
import { OfflineBanner } from './shell/OfflineBanner.tsx';
import { Shell } from './shell/Shell.tsx';

/** Around every screen: the bar on top (not on /login), the dialogs that any screen may open, and the end of a session. */
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
        <Shell>{page}</Shell>
      )}
      <ConfirmHost />
      <ExportDialog />
      <BlockedPrint />
    </>
  );
};
