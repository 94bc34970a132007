import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalOf, toNumber } from '@bobina/contract/core/decimal.ts';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import type { ItemToReceive } from '@bobina/contract/purchasing/receipts.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import { batchFaults, batchTotal, isComplete, type Batch } from './receipt-form.ts';

/** A batch while it is typed. */
export interface BatchRow {
  key: number;
  batch_number: string;
  quantity: Entered;
  production_date: string | null;
  expiry_date: string | null;
}
let made = 0;
type Errors = Partial<Record<keyof Batch, string>>;

/** Holds the batches of one line while they are edited. @param draft what was typed before, instead of the batches */
export function useBatchRows(
  item: ItemToReceive,
  quantity: number,
  batches: readonly Batch[],
  draft: readonly BatchRow[] | undefined,
) {
  const { t } = useTranslation('purchasing');
  const language = useLanguage();
  const [first] = useState(() =>
    batches.length > 0
      ? batches.map((batch) =>
          rowOf({ ...batch, production_date: batch.production_date ?? null, expiry_date: batch.expiry_date ?? null }),
        )
      : [rowOf({ quantity })],
  );
  const [rows, setRows] = useState<readonly BatchRow[]>(draft ?? first);
  const isChanged = contentOf(rows) !== contentOf(first);
  const [errors, setErrors] = useState<Errors[]>([]);

  const left = toNumber(decimalOf(quantity).minus(batchTotal(rows)));
  const isReady = isComplete(rows, quantity);
  const change = (index: number, part: Partial<BatchRow>) => {
    setRows((before) => before.map((row, at) => (at === index ? { ...row, ...part } : row)));
    setErrors((before) => before.map((row, at) => (at === index ? {} : row)));
  };
  /** Sets the batch number, and the dates if the batch was received before. */
  const name = (index: number, batch_number: string) => {
    const known = item.batches.find((batch) => batch.batch_number === batch_number.trim());
    change(index, {
      batch_number,
      ...(known && { production_date: known.production_date, expiry_date: known.expiry_date }),
    });
  };
  const add = () => setRows((before) => [...before, rowOf({ quantity: left > 0 ? left : null })]);
  const remove = (index: number) => {
    setRows((before) => before.filter((_, at) => at !== index));
    setErrors([]);
  };
  /** Validates the rows. @returns the batches, or undefined after showing errors next to the fields */
  const read = (): Batch[] | undefined => {
    const found = rows.map((row, index) => {
      const wrong: Errors = {};
      const batch = { ...row, batch_number: row.batch_number.trim() } as Batch;
      for (const { path, code } of batchFaults(batch, item)) wrong[path] ??= fieldMessage(language, code, { min: 0 });
      if (
        rows.some(
          (other, at) => at < index && other.batch_number.trim() === batch.batch_number && batch.batch_number !== '',
        )
      )
        wrong.batch_number = t('batches.twice');
      return wrong;
    });
    setErrors(found);
    if (found.some((wrong) => Object.keys(wrong).length > 0)) return undefined;
    return rows.map(({ batch_number, quantity: entered, production_date, expiry_date }) => ({
      batch_number: batch_number.trim(),
      quantity: entered as number,
      production_date,
      expiry_date,
    }));
  };
  return { rows, errors, left, isReady, isChanged, change, name, add, remove, read };
}

function contentOf(rows: readonly BatchRow[]): string {
  return JSON.stringify(rows.map((row) => ({ ...row, key: 0 })));
}

function rowOf(given: Partial<BatchRow> = {}): BatchRow {
  return {
    batch_number: '',
    quantity: null,
    production_date: null,
    expiry_date: null,
    ...given,
    key: ++made,
  };
}
