import { useQuery } from '@tanstack/react-query';
import { api } from '../../../lib/api/api.ts';

/** The most machines that are read to find one by its code. */
const MOST_NAMESAKES = 100;

/** Reads a machine by its code, with its open run, its last run and its jobs of the board. */
export function useMachineRun(code: string) {
  const machines = useQuery(api.machines.list.query({ query: { q: code, limit: MOST_NAMESAKES } }));
  const machine = machines.data?.rows.find((row) => row.code.toLowerCase() === code.toLowerCase());
  const machine_id = machine?.id ?? 0;
  const isKnown = machine !== undefined;
  const open = useQuery({
    ...api.runs.list.query({ query: { machine_id, open: true, limit: 1 } }),
    enabled: isKnown,
  });
  const last = useQuery({ ...api.runs.list.query({ query: { machine_id, limit: 1 } }), enabled: isKnown });
  const id = open.data?.rows[0]?.id ?? null;
  const run = useQuery({ ...api.runs.get.query({ id: id ?? 0 }), enabled: id !== null });
  const boards = useQuery(api.productionScheduling.board.query());
  const parts = [machines, open, ...(id === null ? [] : [run])];
  return {
    machine,
    /** Whether the machines were read and none has the code. */
    isMissing: machines.data !== undefined && !isKnown,
    error: parts.find(({ data, error }) => data === undefined && error !== null)?.error ?? null,
    isReady: isKnown && parts.every(({ data }) => data !== undefined),
    /** Null while no run is open. */
    run: id === null ? null : (run.data ?? null),
    last: last.data?.rows[0] ?? null,
    jobs: boards.data?.find((board) => board.machine_id === machine_id)?.jobs ?? [],
    retry: () => parts.forEach((part) => void part.refetch()),
  };
}
