import { notifyManager, QueryClient } from '@tanstack/react-query';
import type { ApiProblem } from './api/problem.ts';

/** Queries do not retry: the transport already retries network failures, and a refusal is final. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 15_000, gcTime: 5 * 60_000, retry: false, networkMode: 'always', refetchOnWindowFocus: true },
    mutations: { retry: false, networkMode: 'always' },
  },
});

// By default the cache notifies screens only after a timer. A checkbox whose state is in the cache would jump
// back until then.
notifyManager.setScheduler(queueMicrotask);

declare module '@tanstack/react-query' {
  interface Register {
    defaultError: Error | ApiProblem;
  }
}
