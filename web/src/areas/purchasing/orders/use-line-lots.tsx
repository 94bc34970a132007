import { Suspense } from 'react';
import { api } from '../../../lib/api/api.ts';
import { loadTexts } from '../../../lib/i18n/i18n.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useFormHere } from '../../../ui/form/form-context.ts';
import { prepared } from '../../../ui/prepared.tsx';
import { READ_TIMEOUT } from '../calls.ts';
import type { OrderLine } from './order-line.ts';

const LotNote = prepared(() => import('./LotNote.tsx'));

/** Returns a function that reads the lots of the lines' products. Without an answer a line has no note about them. */
export function useLineLots(): (lines: readonly OrderLine[]) => Promise<void> {
  const form = useFormHere();
  const fill = async ({ key, product_id }: OrderLine) => {
    const { min_lot, lot_multiple } = await queryClient.fetchQuery(
      api.productSupply.get.query({ id: product_id! }, { timeout: READ_TIMEOUT }),
    );
    if (min_lot === 0 && lot_multiple === null) return;
    await Promise.all([LotNote.prepare(), loadTexts(['productSupply'])]);
    const lines = (form.getValues() as { items: OrderLine[] }).items;
    const index = lines.findIndex((line) => line.key === key);
    if (lines[index]?.product_id === product_id)
      form.setFieldValue(`items.${index}.lots`, { min_lot, lot_multiple }, { forceUpdate: false });
  };
  return async (lines) => {
    for (const line of lines) await fill(line).catch(() => {});
  };
}

/** The note about the lots of a line. */
export function lotNote(line: OrderLine, onQuantity: (quantity: number) => void) {
  return (
    line.lots && (
      <Suspense fallback={null}>
        <LotNote line={line} onQuantity={onQuantity} />
      </Suspense>
    )
  );
}
