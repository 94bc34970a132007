import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { readDay } from '../../../lib/days.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { firstAmbiguous, numberIn, readRows, type PastedRow, type Reading } from '../../../ui/lines/paste-lines.ts';
import { toast } from '../../../ui/toasts.ts';
import { findProducts } from './find-products.ts';
import { newLine, productPart, type OrderLine } from './order-line.ts';

interface Waiting {
  rows: PastedRow[];
  number: NonNullable<ReturnType<typeof firstAmbiguous>>;
}

/** Rows pasted into the grid, or on the page while no field has the focus, become lines: code, quantity, price, day. */
export const usePaste = (grid: React.RefObject<HTMLElement | null>, onLines: (lines: OrderLine[]) => void) => {
  const { t } = useTranslation('orders');
  const language = useLanguage();
  const [waiting, setWaiting] = useState<Waiting | null>(null);
  /** Rows whose code no active product has. */
  const [notTaken, setNotTaken] = useState<string[]>([]);

  const take = async (rows: readonly PastedRow[], reading: Reading) => {
    try {
      const products = await findProducts(rows.map(({ code }) => code));
      const found = rows.map((row) => ({ row, product: products.get(row.code.toLowerCase()) }));
      setNotTaken(
        found.flatMap(({ row, product }) =>
          product ? [] : [[row.code, row.quantity, row.price, row.day].filter(Boolean).join(' · ')],
        ),
      );
      const lines = found.flatMap(({ row, product }) =>
        product
          ? [
              newLine({
                ...productPart(product),
                quantity: numberIn(row.quantity, language, reading),
                unit_price: numberIn(row.price, language, reading),
                delivery_date: readDay(row.day),
              }),
            ]
          : [],
      );
      if (lines.length > 0) onLines(lines);
    } catch (error) {
      toast.problem(error, t('orders.productsFailed'));
    }
  };
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement;
      const rows = readRows(event.clipboardData?.getData('text/plain') ?? '');
      if (!rows || (target !== document.body && !grid.current?.contains(target))) return;
      event.preventDefault();
      const number = firstAmbiguous(rows, language);
      if (number) setWaiting({ rows, number });
      else void take(rows, 'decimal');
    };
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  });
  const answer = (reading: Reading | null) => {
    if (waiting && reading) void take(waiting.rows, reading);
    setWaiting(null);
  };
  return { question: waiting?.number, answer, notTaken, forget: () => setNotTaken([]) };
};
