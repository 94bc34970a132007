import { defaultStringifySearch, useRouterState } from '@tanstack/react-router';
import type { z } from 'zod';
import { choiceFilter, type openedFilter } from '../../../ui/page/filter-fields.ts';

export const ACTIVE_STATES = ['active', 'inactive'] as const;
export const stateFilter = choiceFilter(ACTIVE_STATES);
export function isActiveOf(state: (typeof ACTIVE_STATES)[number] | undefined) {
  return state && { is_active: state === 'active' };
}

export type Opened = z.infer<ReturnType<typeof openedFilter>>;

/** Addresses of this screen with something changed: the filters stay. */
export function useHere() {
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  return (change: Record<string, unknown>): string =>
    `${pathname}${defaultStringifySearch({ ...(search as object), ...change })}`;
}
