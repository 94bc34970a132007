import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import type { StockCount, StockCountItem } from '@bobina/contract/stock/counts.ts';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { acts, unsentOn, WAITING, type Act } from '../../../lib/offline/acts.ts';
import { readReplaceable } from '../../../lib/offline/queue.ts';
import { showAhead } from '../../../lib/offline/shop-floor.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import { toast } from '../../../ui/toasts.ts';
import { countedAhead, queuedCount, saveCounted, withWaiting, type CountedBody } from './save-counted.ts';
import { keyOf, type ItemKey } from './sheet-rows.ts';

interface Edit {
  item: StockCountItem;
  value: Entered;
  /** Why the edit is not saved. */
  problem?: string;
}

/**
 * Holds the unsaved edits of a sheet. Each quantity is saved on blur, one request at a time; a failed one keeps the
 * typed value and the reason.
 */
export function useCountEdits(opened: StockCount, reopened: Act | null) {
  const { id } = opened;
  const { t } = useTranslation('stock');
  const language = useLanguage();
  const [edits, setEdits] = useState<ReadonlyMap<string, Edit>>(new Map());
  const latest = useRef(edits);
  const queue = useRef<Promise<unknown>>(Promise.resolve());
  const [intention] = useState(createIntention);
  /** The refused act whose row is not corrected yet. */
  const refused = useRef(reopened);
  const [shownRefused, setShownRefused] = useState(reopened);
  /** The quantities that scans alone have counted, by row. */
  const byScans = useRef(new Map<string, number>());
  const put = (key: string, edit: Edit | undefined) => {
    const next = new Map(latest.current);
    if (edit) next.set(key, edit);
    else next.delete(key);
    latest.current = next;
    setEdits(next);
  };
  const refuse = (key: string, problem: string) => {
    const edit = latest.current.get(key);
    if (edit) put(key, { ...edit, problem });
  };
  const refusedAt = (key: string): Act | undefined => {
    const act = refused.current;
    return act && keyOf((act.body as CountedBody).items[0]!) === key ? act : undefined;
  };
  const forgetRefused = () => {
    refused.current = null;
    setShownRefused(null);
  };
  const send = async (key: string): Promise<boolean> => {
    const edit = latest.current.get(key);
    if (!edit) return true;
    const { item, value } = edit;
    if (typeof value === 'string') {
      refuse(key, fieldMessage(language, 'not_number'));
      return false;
    }
    const { product_id, batch_number } = item;
    const counted = { product_id, batch_number, counted_quantity: value };
    try {
      const saved = await saveCounted(opened, item, value, intention.keyFor(counted), refusedAt(key));
      intention.done();
      if (refusedAt(key)) forgetRefused();
      const { queryKey } = api.stockCounts.get.query({ id });
      const before = queryClient.getQueryData<StockCount>(queryKey) ?? opened;
      if (saved === WAITING) showAhead(queryKey, `/stock-counts/${id}`, countedAhead(before, item, value));
      else queryClient.setQueryData(queryKey, saved);
      if (latest.current.get(key)?.value === value) put(key, undefined);
      return true;
    } catch (error) {
      const act = refusedAt(key);
      if (act && !(await readReplaceable(act.seq))) forgetRefused();
      const text = problemText(error, t('sheet.saveFailed'));
      const field = error instanceof ApiProblem ? error.fields[0]?.message : undefined;
      refuse(key, field ?? text);
      toast.error(text);
      return false;
    }
  };
  const save = (key: string): Promise<boolean> => {
    const saved = queue.current.then(() => send(key));
    queue.current = saved;
    return saved;
  };
  /** Returns the last quantity from the server, or one that waits on this device, ignoring edits. */
  const storedOf = (key: string): number | null => {
    const read = queryClient.getQueryData<StockCount>(api.stockCounts.get.query({ id }).queryKey);
    const known = read && withWaiting(read, unsentOn(queuedCount(id), acts.get()));
    return known?.items.find((item) => keyOf(item) === key)?.counted_quantity ?? null;
  };
  const valueOf = (key: string): Entered => {
    const edit = latest.current.get(key);
    return edit ? edit.value : storedOf(key);
  };
  return {
    edits,
    /** The refused act that waits for its correction. */
    refused: shownRefused,
    forgetRefused,
    enter: (item: StockCountItem, value: Entered, problem?: string): void =>
      put(keyOf(item), { item, value, ...(problem && { problem }) }),
    /** Saves an edited quantity; an unchanged one is not sent. */
    save: (item: ItemKey): void => {
      const key = keyOf(item);
      if (valueOf(key) !== byScans.current.get(key)) byScans.current.delete(key);
      if (latest.current.has(key) && valueOf(key) === storedOf(key) && !refusedAt(key)) put(key, undefined);
      else void save(key);
    },
    valueOf,
    /**
     * Adds one to the counted quantity and saves it, if only scans of this visit have counted the row: a quantity that was
     * typed, or counted before, includes the scanned piece already. Does nothing while the field holds invalid text.
     * @returns whether the scan was counted
     */
    addOne: (item: StockCountItem): boolean => {
      const key = keyOf(item);
      const counted = valueOf(key);
      if (typeof counted === 'string' || (counted !== null && counted !== byScans.current.get(key))) return false;
      const value = toNumber(sum([decimalOf(counted ?? 0), decimalOf(1)]));
      byScans.current.set(key, value);
      put(key, { item, value });
      void save(key);
      return true;
    },
    /** Saves all edits. @returns the keys of those that could not be saved */
    saveAll: async (): Promise<string[]> => {
      const keys = [...latest.current.keys()];
      const saved = await Promise.all(keys.map(save));
      return keys.filter((_, index) => !saved[index]);
    },
    hasUnsaved: () => latest.current.size > 0,
    /** Drops all edits after the sheet was deleted. */
    forget: (): void => {
      latest.current = new Map();
      setEdits(latest.current);
    },
  };
}
