import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import type { z } from 'zod';

/**
 * The address's search parameters as a typed object, and a setter that merges. Empty values leave the address. The
 * state survives a reload, a shared link and the back button.
 * @param schema for example `z.object({ q: z.string().catch(''), status: z.enum([...]).optional().catch(undefined) })`
 */
export function useFilters<S extends z.ZodType<Record<string, unknown>>>(schema: S) {
  const search = useSearch({ strict: false }) as Record<string, unknown>;
  const navigate = useNavigate();
  const values = useMemo(() => schema.parse(search) as z.output<S>, [schema, search]);
  const latest = useRef(search);
  useEffect(() => {
    latest.current = search;
  }, [search]);
  const set = useCallback(
    (change: Partial<z.output<S>>, { replace = true } = {}) => {
      const next = Object.entries({ ...latest.current, ...change }).filter(
        ([, value]) => value !== undefined && value !== null && value !== '' && value !== false,
      );
      // Two changes in one moment must both count, before the router has rendered the first.
      latest.current = Object.fromEntries(next);
      void navigate({ to: '.', search: latest.current as never, replace });
    },
    [navigate],
  );
  return [values, set] as const;
}
