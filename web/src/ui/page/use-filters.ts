import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { readFilters, type Filters, type FilterValues } from './filter-fields.ts';

/**
 * The URL's search parameters as a typed object, and a setter that merges. Empty values are removed from the URL. The
 * state survives a reload, a shared link and the back button.
 * @param filters for example `{ q: textFilter(), status: choiceFilter([...]) }`, which keeps its identity
 */
export function useFilters<F extends Filters>(filters: F) {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const values = useMemo(() => readFilters(filters, search), [filters, search]);
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const set = useCallback(
    (change: Partial<FilterValues<F>>, { replace = true } = {}) => {
      const next = Object.entries({ ...latest.current, ...change }).filter(
        ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
      );
      // Two changes may come before the router renders the first one; both must apply.
      latest.current = Object.fromEntries(next);
      // A change in place keeps what the user looks at, and what the screen scrolls to.
      void navigate({ to: '.', search: latest.current as never, replace, resetScroll: !replace });
    },
    [navigate],
  );
  return [values, set] as const;
}
