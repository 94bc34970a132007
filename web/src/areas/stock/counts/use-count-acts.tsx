import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { bySizeOfDifference, isFarMore } from '@bobina/contract/stock/count.rules.ts';
import type { StockCount, StockCountItem } from '@bobina/contract/stock/counts.ts';
import { trackActs } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import { createIntention } from '../../../lib/api/keys.ts';
import { ApiProblem, problemText } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { NamedList } from '../../../ui/overlay/NamedList.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshStock } from '../movements/calls.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { LIST } from './calls.ts';
import { FarMore } from './FarMore.tsx';
import { keyOf } from './sheet-rows.ts';
/** Returns the displayed name of a row: product code and batch. */
export function nameOf({ product_code, batch_number }: StockCountItem): string {
  return [product_code, batch_number].filter(Boolean).join(' · ');
}

/** Returns the actions that post or delete a count, each after a confirmation that describes its effect. */
export function useCountActs(id: number) {
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const navigate = useNavigate();
  const [intention] = useState(createIntention);
  const [isBusy, setBusy] = useState(false);
  /** Whether a count is read before its question: its button keeps the focus for the end of the question. */
  const isAsking = useRef(false);
  /** Why posting was refused, by row key. */
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());

  const differenceOf = (item: StockCountItem) => {
    const unit = unitOf(item.unit_of_measure);
    const sign = item.difference! > 0 ? '+' : '';
    return t('sheet.named', {
      name: nameOf(item),
      book: formats.quantity(item.book_quantity, unit),
      counted: formats.quantity(item.counted_quantity, unit),
      difference: `${sign}${formats.quantity(item.difference, unit)}`,
    });
  };
  const question = (count: StockCount) => {
    const different = count.items.filter(({ difference }) => difference).toSorted(bySizeOfDifference);
    const blank = count.items.filter(({ counted_quantity }) => counted_quantity === null).length;
    return (
      <>
        <p>
          {t('sheet.postText', { warehouse: count.warehouse_name })}{' '}
          {t('sheet.differences', { count: different.length, shown: formats.number(different.length) })}
        </p>
        {different.length > 0 && (
          <NamedList label={t('sheet.differencesLabel')}>
            {different.map((item) => (
              <li key={keyOf(item)}>
                {differenceOf(item)}
                {isFarMore(item) && <FarMore />}
              </li>
            ))}
          </NamedList>
        )}
        {blank > 0 && <p>{t('sheet.blankStay', { count: blank, shown: formats.number(blank) })}</p>}
      </>
    );
  };
  const onRefused = (error: unknown, { items }: StockCount) => {
    toast.error(problemText(error, t('sheet.postFailed')));
    if (!(error instanceof ApiProblem)) return undefined;
    const rows = error.fields.flatMap(({ path, message }) => {
      const item = items[Number(path.split('.')[1])];
      return item ? [[keyOf(item), message] as const] : [];
    });
    setRefused(new Map(rows));
    return rows[0]?.[0];
  };

  /** Posts the count after a confirmation. @returns the key of the first refused row, if any */
  const post = async (): Promise<string | undefined> => {
    if (isAsking.current) return undefined;
    isAsking.current = true;
    setRefused(new Map());
    try {
      const count = await queryClient.fetchQuery({ ...read(id), staleTime: 0 });
      if (count.counted_items === 0) {
        toast.error(t('sheet.nothingCounted'));
        return undefined;
      }
      const message = question(count);
      if (!(await confirm({ title: t('sheet.post'), message, confirmLabel: t('sheet.postConfirm'), isFinal: true })))
        return undefined;
      setBusy(true);
      try {
        const { version } = count;
        const key = intention.keyFor({ id, version });
        queryClient.setQueryData(read(id).queryKey, await api.stockCounts.post({ id, version }, { key }));
        intention.done();
        toast.success(t('sheet.posted'));
        refreshStock();
        void queryClient.invalidateQueries({ queryKey: ['stockCounts'] });
        return undefined;
      } catch (error) {
        return onRefused(error, count);
      }
    } catch (error) {
      toast.problem(error, t('sheet.loadFailed'));
      return undefined;
    } finally {
      isAsking.current = false;
      setBusy(false);
    }
  };
  const remove = async ({ warehouse_name, counted_items, version }: StockCount, forget: () => void) => {
    const message = t('sheet.deleteText', {
      warehouse: warehouse_name,
      count: counted_items,
      shown: formats.number(counted_items),
    });
    if (!(await confirm({ title: t('sheet.delete'), message, confirmLabel: common('action.delete'), danger: true })))
      return;
    setBusy(true);
    try {
      const acts = trackActs();
      await api.stockCounts.remove({ id }, { ...acts.options, key: intention.keyFor({ deleted: id, version }) });
      toast.success(t('sheet.deleted'), acts);
      forget();
      void queryClient.invalidateQueries({ queryKey: ['stockCounts', 'list'] });
      await navigate({ to: LIST, replace: true });
    } catch (error) {
      toast.problem(error, t('sheet.deleteFailed'));
    } finally {
      setBusy(false);
    }
  };
  return { post, remove, isBusy, refused };
}

function read(id: number) {
  return api.stockCounts.get.query({ id });
}
