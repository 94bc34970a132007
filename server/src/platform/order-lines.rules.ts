/** Matches the lines of a request with the stored lines of an order. */

interface Stored {
  id: number;
  product_id: number;
}
interface Sent {
  id?: number | null | undefined;
  product_id: number;
}
export interface Matched<S extends Stored> {
  /** For each line sent, the stored line that it changes, if any. */
  stored: (S | undefined)[];
  /** Stored lines that were not sent. */
  gone: S[];
  /** Indexes of sent lines whose id does not exist or is used twice. */
  unknown: number[];
}

/** Matches by id where one is sent, else by product, in order. */
export function matchLines<S extends Stored>(lines: readonly S[], sent: readonly Sent[]): Matched<S> {
  const free = new Map(lines.map((line) => [line.id, line]));
  const take = (line: S | undefined) => {
    if (line) free.delete(line.id);
    return line;
  };
  // Lines with an id are matched first, or a line of the same product would take their match.
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
