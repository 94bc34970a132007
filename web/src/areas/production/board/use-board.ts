import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import { trackActs, type Acts } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { dismiss, toast } from '../../../ui/toasts.ts';
import { refreshScheduling } from '../scheduling/calls.ts';
import { applyMove, lanesOf, jobPlace, minutesOf, type Lane, type Move } from './moves.ts';

const BOARD = api.productionScheduling.board.query();
const MACHINES = api.machines.active.query({ query: { sort: 'code' } });

/**
 * Reads the board and moves its jobs. Moves are optimistic and are sent one at a time, in sequence; pending moves are
 * applied over updates from other users. A refused move is undone and its reason is shown.
 */
export function useBoard() {
  const { t } = useTranslation('production');
  const boards = useQuery(BOARD);
  const machines = useQuery(MACHINES);
  const calendar = useQuery(api.productionScheduling.calendar.query());
  const [pending, setPending] = useState<readonly Move[]>([]);
  const queue = useRef(Promise.resolve());

  const known = useMemo(
    () => boards.data && machines.data && lanesOf(boards.data, machines.data.rows),
    [boards.data, machines.data],
  );
  const lanes = useMemo(() => known && pending.reduce<readonly Lane[]>(applyMove, known), [known, pending]);

  /** Offers to undo only the newest drop: an earlier one cannot be undone once the board has changed again. */
  const offered = useRef(0);
  const offerUndo = ({ jobs, machine_code }: Lane, scheduling: number, acts: Acts) => {
    const job = jobs.find(({ scheduling_id }) => scheduling_id === scheduling);
    dismiss(offered.current);
    const named = { order: job?.order_number ?? '', code: job?.code ?? '', machine: machine_code };
    offered.current = toast.top.success(t('board.moved', named), acts);
  };
  /** Sends a move against the current board. @returns false when the job or the machine is no longer there */
  const send = async ({ scheduling, machine, before }: Move): Promise<boolean> => {
    const known = knownLanes();
    const from = jobPlace(known, scheduling);
    const after = applyMove(known, { scheduling, machine, before });
    const target = after.find(({ machine_id }) => machine_id === machine);
    if (!from || !target) return false;
    if (after === known) return true;
    const acts = trackActs();
    const body = {
      machine_id: machine,
      schedulings: target.jobs.map(({ scheduling_id }) => scheduling_id),
      ...(from.lane.machine_id !== machine && { taken: [scheduling] }),
    };
    const done = await api.productionScheduling.order({ body }, acts.options);
    offerUndo(target, scheduling, acts);
    // Cancels running reads: an older response must not overwrite this one.
    await queryClient.cancelQueries({ queryKey: BOARD.queryKey });
    remember(done, scheduling);
    return true;
  };
  const sendInTurn = async (next: Move) => {
    try {
      const isThere = await send(next).catch(async (error: unknown) => {
        if (!isOutdated(error)) throw error;
        // Other users have moved jobs: reloads the board and retries the move once.
        await queryClient.fetchQuery({ ...BOARD, staleTime: 0 });
        return send(next);
      });
      if (!isThere) toast.top.error(t('board.gone'));
    } catch (error) {
      const why = isOutdated(error) ? t('board.changed') : problemText(error, t('scheduling.saveFailed'));
      toast.top.error(t('board.moveFailed', { why }));
    } finally {
      setPending((moves) => moves.filter((one) => one !== next));
      refreshScheduling();
    }
  };
  const move = useCallback((next: Move) => {
    setPending((moves) => [...moves, next]);
    queue.current = queue.current.then(() => sendInTurn(next));
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- `sendInTurn` reads the current state itself

  const error = boards.error ?? machines.error ?? calendar.error;
  const retry = () => {
    for (const query of [boards, machines, calendar]) if (query.error) void query.refetch();
  };
  return { lanes, calendar: calendar.data, move, isSaving: pending.length > 0, error, retry };
}

/** Returns the cached lanes of the server, without pending moves. */
function knownLanes(): Lane[] {
  return lanesOf(
    queryClient.getQueryData<MachineBoard[]>(BOARD.queryKey) ?? [],
    queryClient.getQueryData<Awaited<ReturnType<typeof MACHINES.queryFn>>>(MACHINES.queryKey)?.rows ?? [],
  );
}

/** Returns whether the cached board is outdated: another user moved, removed or completed jobs. */
function isOutdated(error: unknown): boolean {
  return error instanceof ApiProblem && error.fields.some(({ path }) => /^(schedulings|taken)/.test(path));
}

function remember(done: MachineBoard, scheduling: number): void {
  queryClient.setQueryData<MachineBoard[]>(BOARD.queryKey, (boards = []) => {
    const without = (board: MachineBoard): MachineBoard => {
      const jobs = board.jobs.filter(({ scheduling_id }) => scheduling_id !== scheduling);
      return jobs.length === board.jobs.length ? board : { ...board, jobs, total_minutes: minutesOf(jobs) };
    };
    const others = boards.filter(({ machine_id }) => machine_id !== done.machine_id).map(without);
    return [...others, done].filter(({ jobs }) => jobs.length > 0);
  });
}
