import { MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { queryClient } from '../lib/query-client.ts';
import { placeOf } from '../ui/link.tsx';
import { cssVariables } from '../ui/theme-values.ts';
import { theme } from '../ui/theme.ts';
import { Toasts } from '../ui/overlay/Toasts.tsx';
import { router } from './router.tsx';

/** The build writes the variables into a stylesheet. */
const developed = import.meta.env.DEV ? { cssVariablesResolver: cssVariables } : {};

/** The root component: theme, query client, router and toasts. */
export function App() {
  return (
    <MantineProvider theme={theme} {...developed} defaultColorScheme="auto">
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
      {/* After the page: the skip link must be its first link. */}
      <Toasts onOpen={(path) => void router.navigate(placeOf(path))} />
    </MantineProvider>
  );
}
