import { useContext, useEffect, useState, type RefObject } from 'react';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { topLayer } from '../../lib/layers.ts';
import { LayerContext } from '../overlay/use-layer.ts';
import { firstAmbiguous, readRows, type PastedRow, type Reading } from './paste-lines.ts';
import type { BadCell, PastedNumbers } from './sort-pasted.ts';

type Ambiguous = NonNullable<ReturnType<typeof firstAmbiguous>>;

interface Options<Product, Line> {
  grid: RefObject<HTMLElement | null>;
  /** Finds products by lower-case code; undefined while the lookup is not possible. */
  find: ((codes: readonly string[]) => Promise<ReadonlyMap<string, Product>>) | undefined;
  lineOf: (product: Product, numbers: PastedNumbers) => Line;
  /** Whether the fourth column is the day of the line; otherwise it is ignored. */
  takesDay?: boolean;
  onLines: (lines: Line[]) => void;
  onFailed: (error: unknown) => void;
}
export interface PastedLines {
  /** A number with two readings: asked once for the whole paste. */
  question: Ambiguous | undefined;
  answer: (reading: Reading | null) => void;
  /** Rows with an unknown product code. */
  notTaken: readonly string[];
  /** Cells without a valid day. Row numbers are 1-based positions in the pasted text. */
  badDays: readonly BadCell[];
  /** Quantities and prices that are not numbers. */
  badNumbers: readonly BadCell[];
  /** Whether a row or a cell was not taken or not read. */
  isPartial: boolean;
  forget: () => void;
}

/**
 * Turns pasted rows into lines (code, quantity, price, day), in the grid or on the page while no field has the focus.
 */
export function usePastedLines<Product extends { unit_of_measure: string }, Line>(
  options: Options<Product, Line>,
): PastedLines {
  const { grid, find, lineOf, takesDay = false, onLines, onFailed } = options;
  const language = useLanguage();
  const layer = useContext(LayerContext);
  const [waiting, setWaiting] = useState<{ rows: PastedRow[]; number: Ambiguous } | null>(null);
  const [notTaken, setNotTaken] = useState<string[]>([]);
  const [badDays, setBadDays] = useState<BadCell[]>([]);
  const [badNumbers, setBadNumbers] = useState<BadCell[]>([]);

  const take = async (rows: readonly PastedRow[], reading: Reading) => {
    try {
      const products = await find!(rows.map(({ code }) => code));
      const { sortPasted } = await import('./sort-pasted.ts');
      const { lines, days, numbers, unknown } = sortPasted(rows, { products, lineOf, takesDay, language, reading });
      setBadDays(days);
      setBadNumbers(numbers);
      setNotTaken(unknown);
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
  const forget = () => (setNotTaken([]), setBadDays([]), setBadNumbers([]));
  const isPartial = [notTaken, badDays, badNumbers].some(({ length }) => length > 0);
  return { question: waiting?.number, answer, notTaken, badDays, badNumbers, isPartial, forget };
}
