import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshScheduling } from '../scheduling/calls.ts';
import { applyMove, lanesOf, placeOf, type Lane, type Move } from './moves.ts';

const BOARD = api.productionScheduling.board.query();
const MACHINES = api.machines.active.query({ query: { sort: 'code' } });

/** What is known of the board now, without what is still on its way. */
const knownLanes = (): Lane[] =>
  lanesOf(
    queryClient.getQueryData<MachineBoard[]>(BOARD.queryKey) ?? [],
    queryClient.getQueryData<Awaited<ReturnType<typeof MACHINES.queryFn>>>(MACHINES.queryKey)?.rows ?? [],
  );
const remember = (done: MachineBoard, scheduling: number): void => {
  queryClient.setQueryData<MachineBoard[]>(BOARD.queryKey, (boards = []) => {
    const without = (board: MachineBoard): MachineBoard => {
      const jobs = board.jobs.filter(({ scheduling_id }) => scheduling_id !== scheduling);
      return jobs.length === board.jobs.length
        ? board
        : { ...board, jobs, total_minutes: jobs.reduce((total, job) => total + job.production_minutes, 0) };
    };
    const others = boards.filter(({ machine_id }) => machine_id !== done.machine_id).map(without);
    return [...others, done].filter(({ jobs }) => jobs.length > 0);
  });
};

/**
 * The board, and how to move its jobs. A move shows at once and is sent in its turn, one after the other; until it is
 * answered it stands over whatever comes in from others. A refused one goes back, and why is said.
 */
export const useBoard = () => {
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

  /** Jobs that are not where they were: somebody else moved them, took them off or completed them. */
  const whyOf = (error: unknown): string =>
    error instanceof ApiProblem && error.fields.some(({ path }) => /^(schedulings|taken)/.test(path))
      ? t('board.changed')
      : problemText(error, t('scheduling.saveFailed'));
  const send = async (move: Move) => {
    const before = knownLanes();
    const from = placeOf(before, move.scheduling);
    const after = applyMove(before, move);
    const target = after.find(({ machine_id }) => machine_id === move.machine);
    try {
      if (!from || !target) return toast.top.error(t('board.gone'));
      if (after === before) return;
      const done = await api.productionScheduling.order({
        body: {
          machine_id: move.machine,
          schedulings: target.jobs.map(({ scheduling_id }) => scheduling_id),
          ...(from.lane.machine_id !== move.machine && { taken: [move.scheduling] }),
        },
      });
      // An answer that left before this one must not come in after it.
      await queryClient.cancelQueries({ queryKey: BOARD.queryKey });
      remember(done, move.scheduling);
    } catch (error) {
      toast.top.error(t('board.moveFailed', { why: whyOf(error) }));
      await queryClient.invalidateQueries({ queryKey: BOARD.queryKey });
    } finally {
      setPending((moves) => moves.filter((one) => one !== move));
      refreshScheduling();
    }
  };
  const move = useCallback((next: Move) => {
    setPending((moves) => [...moves, next]);
    queue.current = queue.current.then(() => send(next));
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- `send` reads what is current by itself

  const error = boards.error ?? machines.error ?? calendar.error;
  const retry = () => {
    for (const query of [boards, machines, calendar]) if (query.error) void query.refetch();
  };
  return { lanes, calendar: calendar.data, move, isSaving: pending.length > 0, error, retry };
};
