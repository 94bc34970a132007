import { useEffect, useState } from 'react';
import type { Product } from '@bobina/contract/registry/products.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { productName } from '../../../ui/form/pickers.tsx';
import { newLine, type OrderLine } from './order-line.ts';
import { firstAmbiguous, numberIn, readRows, type PastedRow, type Reading } from '../../../ui/lines/paste-lines.ts';

interface Waiting {
  rows: PastedRow[];
  number: NonNullable<ReturnType<typeof firstAmbiguous>>;
}

/** What a line knows of its product. */
export const productPart = (product: Product) => ({
  product_id: product.id,
  product_name: product.name ?? product.description,
  shown: productName(product),
  unit: product.unit_of_measure,
  currency: product.currency,
});

/**
 * Rows pasted into the grid, or on the page while no field has the focus, become lines.
 * @param products undefined while they are not read yet: nothing can be looked up then
 */
export const usePaste = (
  grid: React.RefObject<HTMLElement | null>,
  products: readonly Product[] | undefined,
  onLines: (lines: OrderLine[]) => void,
) => {
  const language = useLanguage();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  /** Codes that are no product of the supplier. */
  const [notTaken, setNotTaken] = useState<string[]>([]);

  const take = (rows: readonly PastedRow[], reading: Reading) => {
    const byCode = new Map((products ?? []).map((product) => [product.code.toLowerCase(), product]));
    const found = rows.map((row) => ({ row, product: byCode.get(row.code.toLowerCase()) }));
    setNotTaken(
      found
        .filter(({ product }) => !product)
        .map(({ row }) => [row.code, row.quantity, row.price].filter(Boolean).join(' · ')),
    );
    const lines = found.flatMap(({ row, product }) =>
      product
        ? [
            newLine({
              ...productPart(product),
              quantity: numberIn(row.quantity, language, reading),
              unit_price: numberIn(row.price, language, reading),
            }),
          ]
        : [],
    );
    if (lines.length > 0) onLines(lines);
  };
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement;
      const rows = readRows(event.clipboardData?.getData('text/plain') ?? '');
      if (!rows || !products || (target !== document.body && !grid.current?.contains(target))) return;
      event.preventDefault();
      const number = firstAmbiguous(rows, language);
      if (number) setWaiting({ rows, number });
      else take(rows, 'decimal');
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  });
  const answer = (reading: Reading | null) => {
    if (waiting && reading) take(waiting.rows, reading);
    setWaiting(null);
  };
  return { question: waiting?.number, answer, notTaken, forget: () => setNotTaken([]) };
};
