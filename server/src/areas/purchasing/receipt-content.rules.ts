/** Canonical content of a receipt, independent of the line order, to detect duplicates. */
import { decimalOf } from '@bobina/contract/core/decimal.ts';

/** A reel is compared as it was sent, without the number that it gets. */
interface Reel {
  width_mm: string;
  input: { supplier_lot?: string | null | undefined; mill_number?: string | null | undefined };
}

interface Line {
  item: { id: number };
  parts: readonly { batch_number: string | null; quantity: number | string; reel?: Reel }[];
}

/** Serializes lines, quantities and batches to one text. */
export function receiptContent(lines: readonly Line[]): string {
  return JSON.stringify(
    lines
      .map(({ item, parts }) =>
        JSON.stringify([
          item.id,
          parts
            .map(({ batch_number, quantity, reel }) =>
              JSON.stringify([batch_number, decimalOf(quantity).toFixed(), ...(reel ? contentOfReel(reel) : [])]),
            )
            .toSorted(),
        ]),
      )
      .toSorted(),
  );
}

function contentOfReel({ width_mm, input: { supplier_lot, mill_number } }: Reel) {
  return [width_mm, supplier_lot ?? null, mill_number ?? null];
}
