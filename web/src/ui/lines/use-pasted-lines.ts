import { useContext, useEffect, useState, type RefObject } from 'react';
import { isDay } from '@bobina/contract/core/read-day.ts';
import { readTypedDay } from '../../lib/days.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { topLayer } from '../../lib/layers.ts';
import { LayerContext } from '../overlay/use-layer.ts';
import { firstAmbiguous, numberIn, readRows, type PastedRow, type Reading } from './paste-lines.ts';

type Ambiguous = NonNullable<ReturnType<typeof firstAmbiguous>>;

/** What the cells of a row say; the text as it was where a number was wanted and there is none. */
export interface PastedNumbers {
  quantity: number | string | null;
  price: number | string | null;
  /** `YYYY-MM-DD`, null where the cell is empty, or the text as it was where it is not a day. */
  day: string | null;
}
export interface BadDay {
  row: number;
  code: string;
  typed: string;
}
interface Options<Product, Line> {
  grid: RefObject<HTMLElement | null>;
  /** Products by their codes in lower case; undefined while nothing can be looked up. */
  find: ((codes: readonly string[]) => Promise<ReadonlyMap<string, Product>>) | undefined;
  lineOf: (product: Product, said: PastedNumbers) => Line;
  /** Whether the fourth column is a day of the line; otherwise it is passed over. */
  takesDay?: boolean;
  onLines: (lines: Line[]) => void;
  onFailed: (error: unknown) => void;
}
export interface PastedLines {
  /** A number that can be read in two ways: asked once for all that was pasted. */
  question: Ambiguous | undefined;
  answer: (reading: Reading | null) => void;
  /** Rows whose code no product has. */
  notTaken: readonly string[];
  /** Cells that should hold a day and do not: the rows are counted from 1 in what was pasted. */
  badDays: readonly BadDay[];
  forget: () => void;
}

/** Rows pasted into the grid, or on the page while no field has the focus, become lines: code, quantity, price, day. */
export function usePastedLines<Product, Line>(options: Options<Product, Line>): PastedLines {
  const { grid, find, lineOf, takesDay = false, onLines, onFailed } = options;
  const language = useLanguage();
  const layer = useContext(LayerContext);
  const [waiting, setWaiting] = useState<{ rows: PastedRow[]; number: Ambiguous } | null>(null);
  const [notTaken, setNotTaken] = useState<string[]>([]);
  const [badDays, setBadDays] = useState<BadDay[]>([]);

  const take = async (rows: readonly PastedRow[], reading: Reading) => {
    try {
      const products = await find!(rows.map(({ code }) => code));
      const found = rows.map((row) => ({
        row,
        day: row.day === '' ? null : (readTypedDay(row.day) ?? row.day),
        product: products.get(row.code.toLowerCase()),
      }));
      setBadDays(
        found.flatMap(({ row, day, product }, index) =>
          product && takesDay && day !== null && !isDay(day)
            ? [{ row: index + 1, code: row.code, typed: row.day }]
            : [],
        ),
      );
      setNotTaken(
        found.flatMap(({ row, product }) =>
          product ? [] : [[row.code, row.quantity, row.price, row.day].filter(Boolean).join(' · ')],
        ),
      );
      const lines = found.flatMap(({ row, day, product }) => {
        if (!product) return [];
        const numbers = [row.quantity, row.price].map((typed) => numberIn(typed, language, reading));
        return [lineOf(product, { quantity: numbers[0]!, price: numbers[1]!, day })];
      });
      if (lines.length > 0) onLines(lines);
    } catch (error) {
      onFailed(error);
    }
  };
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => {
      const target = event.target as HTMLElement;
      const rows = readRows(event.clipboardData?.getData('text/plain') ?? '');
      if (!rows || !find || topLayer() !== layer) return;
      if (target.matches('input, textarea') && !grid.current?.contains(target)) return;
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
  return { question: waiting?.number, answer, notTaken, badDays, forget: () => (setNotTaken([]), setBadDays([])) };
}
