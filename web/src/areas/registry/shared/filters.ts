import { defaultStringifySearch, useRouterState } from '@tanstack/react-router';
import { z } from 'zod';

/** What a list keeps in the address. Whatever does not fit is as if it were not there. */
export const listFilters = {
  q: z.string().optional().catch(undefined),
  sort: z.string().optional().catch(undefined),
};
export const ACTIVE_STATES = ['active', 'inactive'] as const;
export const stateFilter = z.enum(ACTIVE_STATES).optional().catch(undefined);
export const isActiveOf = (state: (typeof ACTIVE_STATES)[number] | undefined) =>
  state && { is_active: state === 'active' };

/** `new`, or the row that is open. */
export const opened = z
  .union([z.literal('new'), z.coerce.number().int().positive().max(2_147_483_647)])
  .optional()
  .catch(undefined);
export type Opened = z.infer<typeof opened>;
export const openedRow = z.coerce.number().int().positive().max(2_147_483_647).optional().catch(undefined);

/** Addresses of this screen with something changed: the filters stay. */
export const useHere = () => {
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  return (change: Record<string, unknown>): string =>
    `${pathname}${defaultStringifySearch({ ...(search as object), ...change })}`;
};
