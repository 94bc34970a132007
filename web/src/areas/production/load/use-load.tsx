import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { parse } from '@bobina/contract/core/parse.ts';
import { isRefusedFraction } from '@bobina/contract/core/whole.rules.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { LoadInput, loadRests, type LoadedReelBatch, type LoadPreview } from '@bobina/contract/production/loading.ts';
import { trackActs, type Acts } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import { showBadFields } from '../../../ui/form/bad-fields.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { NamedList } from '../../../ui/overlay/NamedList.tsx';
import { showWarnings, toast } from '../../../ui/toasts.ts';
import { failureOf, refreshProduction } from '../item/calls.ts';
import { loadQuantityPath } from './columns.tsx';
import { useBatchParts } from './use-batch-parts.ts';

export interface Chosen {
  item: ProductionItem;
  quantity: Entered;
}
type Intention = ReturnType<typeof createIntention>;

/** Loads the selected items one by one: each is its own transaction, and a refused one does not block the others. */
export function useLoad() {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const language = useLanguage();
  const unitOf = useUnit();
  const partsText = useBatchParts();
  const intentions = useRef(new Map<number, Intention>());
  const [done, setDone] = useState<{ count: number; of: number } | null>(null);
  /** Reason of refusal by item id, shown next to the quantity. */
  const [problems, setProblems] = useState<ReadonlyMap<number, string>>(new Map());

  /** The batches of products kept by reel that were loaded last. */
  const [reels, setReels] = useState<readonly LoadedReelBatch[]>([]);

  const forget = (id: number) =>
    setProblems((before) => (before.has(id) ? new Map([...before].filter(([key]) => key !== id)) : before));
  const refuse = (id: number, text: string) => setProblems((before) => new Map(before).set(id, text));

  const describe = (item: ProductionItem, { batches }: LoadPreview['items'][number]) =>
    [item.code, item.order_number, partsText(batches, unitOf(item.unit_of_measure))].join(' · ');
  const question = (chosen: readonly Chosen[], { items }: LoadPreview, warehouse: string) => (
    <>
      <p>{t('load.confirmText', { count: chosen.length, shown: formats.number(chosen.length), warehouse })}</p>
      <NamedList label={t('load.selection')}>
        {chosen.map(({ item }, index) => (
          <li key={item.item_id}>{describe(item, items[index]!)}</li>
        ))}
      </NamedList>
    </>
  );

  /** Validates the quantities. @returns the body of each item, or null when one is invalid */
  const inputsOf = (chosen: readonly Chosen[], warehouseId: number) => {
    const wrong = new Map<number, string>();
    const inputs = chosen.map(({ item, quantity }) => {
      const read = parse(LoadInput, { itemId: item.item_id, warehouseId, quantity }, language);
      if (read.ok) {
        const rests = loadRests(item.total_produced, item.quantity);
        if (!isRefusedFraction(item.unit_of_measure, read.value.quantity, rests)) return { item, body: read.value };
        wrong.set(item.item_id, fieldMessage(language, 'whole'));
        return null;
      }
      wrong.set(item.item_id, read.fields[0]!.message);
      return null;
    });
    setProblems(wrong);
    showBadFields(document.body, [...wrong.keys()].map(loadQuantityPath));
    return wrong.size > 0 ? null : inputs.filter((input) => input !== null);
  };

  /**
   * Asks the server for a preview.
   * @returns the batches to be booked, or null when a quantity is refused or the call fails
   */
  const previewOf = async (inputs: readonly { item: ProductionItem; body: LoadInput }[]) => {
    const items = inputs.map(({ body: { itemId, quantity } }) => ({ itemId, quantity }));
    try {
      return await api.productionLoading.previewLoad({ body: { items } });
    } catch (error) {
      const fields = error instanceof ApiProblem ? error.fields : [];
      const wrong = fields.flatMap(({ path, message }) => {
        const input = inputs[Number(path.split('.')[1])];
        return input ? [[input.item.item_id, message] as const] : [];
      });
      setProblems(new Map(wrong));
      toast.error(wrong.length > 0 ? t('load.invalid') : failureOf(error, t('load.failed')));
      return null;
    }
  };

  const loadOne = async (item: ProductionItem, body: LoadInput, { options }: Acts) => {
    const intention = intentions.current.get(item.item_id) ?? createIntention();
    intentions.current.set(item.item_id, intention);
    try {
      const answer = await api.productionLoading.load({ body }, { ...options, key: intention.keyFor(body) });
      showWarnings(answer);
      intention.done();
      return answer;
    } catch (error) {
      const field = error instanceof ApiProblem ? error.fields[0]?.message : undefined;
      refuse(item.item_id, field ?? problemText(error, t('load.failed')));
      return null;
    }
  };

  /** Loads the items after a confirmation. @returns the ids of the loaded items */
  const load = async (chosen: readonly Chosen[], warehouse: { id: number; name: string }): Promise<number[]> => {
    const inputs = inputsOf(chosen, warehouse.id);
    if (!inputs) {
      toast.error(t('load.invalid'));
      return [];
    }
    const preview = await previewOf(inputs);
    if (!preview) return [];
    const message = question(chosen, preview, warehouse.name);
    if (!(await confirm({ title: t('load.confirm'), message, confirmLabel: t('load.confirm') }))) return [];
    const loaded: number[] = [];
    const loadedReels: LoadedReelBatch[] = [];
    const acts = trackActs();
    for (const [index, { item, body }] of inputs.entries()) {
      setDone({ count: index, of: inputs.length });
      const answer = await loadOne(item, body, acts);
      if (!answer) continue;
      loaded.push(item.item_id);
      loadedReels.push(...answer.reel_batches);
    }
    setDone(null);
    setReels(loadedReels);
    const failed = inputs.length - loaded.length;
    if (loaded.length > 0)
      toast.success(
        t('load.loaded', { count: loaded.length, shown: formats.number(loaded.length), warehouse: warehouse.name }),
        acts,
        inputs.flatMap(({ item }, index) =>
          loaded.includes(item.item_id) ? [describe(item, preview.items[index]!)] : [],
        ),
      );
    if (failed > 0) toast.error(t('load.refused', { count: failed, shown: formats.number(failed) }));
    refreshProduction();
    return loaded;
  };
  return { load, done, problems, forget, reels };
}
