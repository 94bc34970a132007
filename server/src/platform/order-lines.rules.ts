/** How the lines that are sent meet the lines that an order has. */

interface Stored {
  id: number;
  product_id: number;
}
interface Sent {
  id?: number | null | undefined;
  product_id: number;
}
export interface Matched<S extends Stored> {
  /** For each line sent, the line that it changes, if any. */
  stored: (S | undefined)[];
  /** Lines that were not sent again. */
  gone: S[];
  /** Indexes of lines that name a line which is not there, or is taken already. */
  unknown: number[];
}

/** By id where one is sent, else by product, in order. */
export function matchLines<S extends Stored>(lines: readonly S[], sent: readonly Sent[]): Matched<S> {
  const free = new Map(lines.map((line) => [line.id, line]));
  const take = (line: S | undefined) => {
    if (line) free.delete(line.id);
    return line;
  };
  // Those that are named come first, or a line of the same product would take their place.
  const named = sent.map(({ id }) => (id == null ? undefined : take(free.get(id))));
  const stored = sent.map(({ id, product_id }, index) =>
    id == null ? take([...free.values()].find((line) => line.product_id === product_id)) : named[index],
  );
  return {
    stored,
    gone: [...free.values()],
    unknown: sent.flatMap(({ id }, index) => (id != null && !stored[index] ? [index] : [])),
  };
}
