const EVERY_MS = 10 * 60_000;

/**
 * Query options of a trend: live changes do not reload it, because it covers months and costs more than the figures. It
 * is read again every ten minutes, and on the next visit.
 */
export const TREND = { staleTime: 'static', gcTime: 60_000, refetchInterval: EVERY_MS } as const;
