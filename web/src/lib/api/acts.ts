/** The acts of one user action that can be undone. */
export interface Acts {
  readonly ids: readonly number[];
  /** Passed to each call: `api.products.remove({ id }, acts.options)`. */
  readonly options: { onActivity: (id: number) => void };
}

/** Collects the activities that the answers of calls name, for the toast that offers to undo them. */
export function trackActs(): Acts {
  const ids: number[] = [];
  return { ids, options: { onActivity: (id) => void ids.push(id) } };
}
