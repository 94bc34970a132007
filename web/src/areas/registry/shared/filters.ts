import { defaultStringifySearch, useRouterState } from '@tanstack/react-router';
import { choiceFilter, type openedFilter } from '../../../ui/page/filter-fields.ts';

export const ACTIVE_STATES = ['active', 'inactive'] as const;
export const stateFilter = choiceFilter(ACTIVE_STATES);
/** Returns the `is_active` query of a state filter; undefined for all rows. */
export function isActiveOf(state: (typeof ACTIVE_STATES)[number] | undefined) {
  return state && { is_active: state === 'active' };
}

export type Opened = ReturnType<ReturnType<typeof openedFilter>>;

/** Returns a function that builds a URL of this screen with changed search parameters; the other filters are kept. */
export function useHere() {
  const { pathname, search } = useRouterState({ select: ({ location }) => location });
  return (change: Record<string, unknown>): string =>
    `${pathname}${defaultStringifySearch({ ...(search as object), ...change })}`;
}
