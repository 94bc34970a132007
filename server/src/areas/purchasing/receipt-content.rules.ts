/** Canonical content of a receipt, independent of the line order, to detect duplicates. */
import { decimalOf } from '@bobina/contract/core/decimal.ts';

interface Line {
  item: { id: number };
  parts: readonly { batch_number: string | null; quantity: number | string }[];
}

/** Serializes lines, quantities and batches to one text. */
export function receiptContent(lines: readonly Line[]): string {
  return JSON.stringify(
    lines
      .map(({ item, parts }) =>
        JSON.stringify([
          item.id,
          parts
            .map(({ batch_number, quantity }) => JSON.stringify([batch_number, decimalOf(quantity).toFixed()]))
            .toSorted(),
        ]),
      )
      .toSorted(),
  );
}
