/** Which differences of a stock count are probably mistakes of typing. */
import type { StockCountItem } from './counts.ts';

type Figures = Pick<StockCountItem, 'book_quantity' | 'counted_quantity'>;

/** Smaller differences are usual, even where little is in stock. */
const USUAL = 10;
/** Goods that the ledger does not have are usual; a quantity of five digits is often the code of something. */
const USUAL_OF_NOTHING = 9_999;

/** Whether far more was counted than is in stock: more than double, and more than a usual difference. */
export function isFarMore({ book_quantity: book, counted_quantity: counted }: Figures): boolean {
  if (counted === null) return false;
  return counted - book > (book > 0 ? Math.max(book, USUAL) : USUAL_OF_NOTHING);
}

/** Sorts differences: those that are far more first, then by their share of the stock; equal ones keep their order. */
export function bySizeOfDifference(one: Figures, other: Figures): number {
  return Number(isFarMore(other)) - Number(isFarMore(one)) || shareOf(other) - shareOf(one);
}

/** The difference as a share of the stock; 1 where nothing is in stock. */
function shareOf({ book_quantity: book, counted_quantity: counted }: Figures): number {
  return book > 0 ? Math.abs((counted ?? book) - book) / book : 1;
}
