import type { Trace } from '@bobina/contract/system/trace.ts';

/** A batch of the tree and what hangs on it. */
export interface Branch {
  batch_id: number;
  /** Whether the tree already contains the batch; its branches are shown there only, so that diamonds and cycles end. */
  isRepeated: boolean;
  /** The runs that link it to the batch above it; none for splits, loads and pallets. */
  runs: number[];
  branches: Branch[];
}

/** Turns the links of a trace into the tree of one direction, in the order of the nodes. */
export function branchesOf({ batch_id, nodes, edges }: Trace, direction: 'forward' | 'backward'): Branch[] {
  const order = new Map(nodes.map((node, at) => [node.batch_id, at]));
  const next = new Map<number, Map<number, Set<number>>>();
  for (const { input_batch_id: input, output_batch_id: output, run_id } of edges) {
    const [from, to] = direction === 'forward' ? [input, output] : [output, input];
    const targets = next.get(from) ?? new Map<number, Set<number>>();
    const runs = targets.get(to) ?? new Set();
    if (run_id !== null) runs.add(run_id);
    next.set(from, targets.set(to, runs));
  }
  const seen = new Set([batch_id]);
  const below = (id: number): Branch[] =>
    [...(next.get(id) ?? [])]
      .toSorted(([a], [b]) => order.get(a)! - order.get(b)!)
      .map(([other, ids]) => {
        const runs = [...ids].toSorted((a, b) => a - b);
        if (seen.has(other)) return { batch_id: other, isRepeated: true, runs, branches: [] };
        seen.add(other);
        return { batch_id: other, isRepeated: false, runs, branches: below(other) };
      });
  return below(batch_id);
}
