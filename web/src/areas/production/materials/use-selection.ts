import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MaterialsItem } from '@bobina/contract/production/materials.ts';
import { api } from '../../../lib/api/api.ts';
import { problemText } from '../../../lib/api/problem.ts';
import { readAll } from '../../../ui/export/read-all.ts';
import { toast } from '../../../ui/toasts.ts';

/** Holds the selected items and selects all matches at once. Items hidden by a search stay selected. */
export function useSelection(query: { q: string }, first: readonly number[]) {
  const { t } = useTranslation('production');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(() => new Set(first));
  const [isReading, setReading] = useState(false);
  const found = useQuery({
    queryKey: [...api.materials.items.key, 'all', query],
    queryFn: ({ signal }) =>
      readAll<Pick<MaterialsItem, 'item_id'>>(api.materials.items, { ...query, fields: 'item_id' }, { signal }),
    enabled: false,
  });
  const total = useQuery(api.materials.items.query({ query: { ...query, limit: 1, fields: 'item_id' } }));
  const count = total.data?.total ?? 0;
  // True only when all matches were read and selected: the list may have grown since.
  const isAll = count > 0 && found.data?.length === count && found.data.every(({ item_id }) => chosen.has(item_id));
  const toggle = (id: number) =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  const toggleAll = async () => {
    setReading(true);
    const { data, error } = await found.refetch();
    setReading(false);
    if (!data || error) return toast.top.error(problemText(error, t('materials.loadFailed')));
    setChosen((before) => {
      const next = new Set(before);
      for (const { item_id } of data) {
        if (isAll) next.delete(item_id);
        else next.add(item_id);
      }
      return next;
    });
  };
  return { chosen, count, isAll, isReading, toggle, toggleAll };
}
