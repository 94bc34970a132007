import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { api } from '../../../lib/api/api.ts';
import { useMayOpenRuns } from '../../../ui/run-links.tsx';

/** A machine has at most one open run, so that one page holds them all. */
const OPEN = api.runs.list.query({ query: { open: true, fields: 'machine_id,scheduling_id', limit: 200 } });

/** Returns the machines that run now, and the jobs that they make; none for users who may not read runs. */
export function useRunning(): { machines: ReadonlySet<number>; jobs: ReadonlySet<number | null> } {
  const { data } = useQuery({ ...OPEN, enabled: useMayOpenRuns('runs.read') });
  return useMemo(() => {
    const rows = data?.rows ?? [];
    return {
      machines: new Set(rows.map(({ machine_id }) => machine_id)),
      jobs: new Set(rows.map(({ scheduling_id }) => scheduling_id)),
    };
  }, [data]);
}
