/** What a receipt holds, whatever the order that it is written in: the same document twice has the same content. */
import { decimalOf } from '@bobina/contract/core/decimal.ts';

interface Line {
  item: { id: number };
  parts: readonly { batch_number: string | null; quantity: number | string }[];
}

/** Lines, quantities and batches as one text. */
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
