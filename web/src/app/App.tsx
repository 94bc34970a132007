import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect } from 'react';
import { connection } from '../lib/connection.ts';
import { keepFresh } from '../lib/live/refresh.ts';
import { queryClient } from '../lib/query-client.ts';
import { useSession } from '../lib/session.ts';
import { cssVariables, theme } from '../ui/theme.ts';
import { Toasts } from '../ui/overlay/Toasts.tsx';
import { router } from './router.tsx';

/** Follows the changes of others for as long as somebody is signed in. */
const useLiveData = () => {
  const { token } = useSession();
  useEffect(() => (token === null ? undefined : keepFresh(queryClient)), [token]);
  useEffect(() => {
    const stop = connection.onBack(() => void queryClient.invalidateQueries());
    return () => void stop();
  }, []);
};

export const App = () => {
  useLiveData();
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <Toasts />
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </MantineProvider>
  );
};
