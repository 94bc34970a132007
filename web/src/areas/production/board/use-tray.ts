import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { problemText } from '../../../lib/api/problem.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshScheduling } from '../scheduling/calls.ts';
import { jobPlace, type Lane, type Move } from './moves.ts';
import { trayItem, trayLane } from './tray.ts';

/** The most urgent lines that the tray shows; the search finds the others. */
const MOST = 100;
const BOARD = api.productionScheduling.board.query();

/**
 * Reads the lines to schedule, and schedules a line that is dropped on a machine. The production time is calculated from
 * the product's minutes per pack.
 * @param move moves a scheduled job to its place
 * @param onTimeMissing opens the form of a line whose time cannot be calculated
 */
export function useTray(move: (move: Move) => void, onTimeMissing: (item: number) => void) {
  const { t } = useTranslation('production');
  const language = useLanguage();
  const [q, setSearch] = useState('');
  const [placing, setPlacing] = useState<ReadonlySet<number>>(new Set());
  const found = useQuery({
    ...api.productionItems.priorities.query({ query: { unscheduled: true, sort: 'item_priority', limit: MOST, q } }),
    placeholderData: keepPreviousData,
  });
  const lane = useMemo(
    () =>
      trayLane(
        (found.data?.rows ?? []).filter(({ item_id }) => !placing.has(item_id)),
        t('tray.title'),
        language,
      ),
    [found.data, placing, t, language],
  );
  const place = useCallback(
    async ({ scheduling, machine, before }: Move, target: Lane) => {
      const item = trayItem(scheduling)!;
      const job = jobPlace([lane], scheduling)?.job;
      if (!job) return;
      if (job.production_minutes === 0) return onTimeMissing(item);
      setPlacing((items) => new Set(items).add(item));
      try {
        const { quantity_to_produce, production_time } = job;
        const created = await api.productionScheduling.create({
          body: { order_item_id: item, machine_id: machine, quantity_to_produce, production_time },
        });
        await queryClient.fetchQuery({ ...BOARD, staleTime: 0 });
        move({ scheduling: created.id, machine, before });
        toast.top.success(t('tray.placed', { name: job.order_number, machine: target.machine_code }), {
          takeBack: async () => {
            await api.productionScheduling.remove({ id: created.id });
            refreshScheduling();
          },
        });
      } catch (error) {
        toast.top.error(t('board.moveFailed', { why: problemText(error, t('scheduling.saveFailed')) }));
      } finally {
        await queryClient.refetchQueries({ queryKey: api.productionItems.priorities.key });
        setPlacing((items) => items.difference(new Set([item])));
        refreshScheduling();
      }
    },
    [lane, move, onTimeMissing, t],
  );
  return { lane, place, q, setSearch, total: found.data?.total };
}
