import type { Trace } from '@bobina/contract/system/trace.ts';

/** A batch of the tree and what hangs on it. */
export interface Branch {
  batch_id: number;
  /** Whether the batch stands in the tree already; its branches are shown there only, so that diamonds and cycles end. */
  isRepeated: boolean;
  branches: Branch[];
}

/** Turns the links of a trace into the tree of one direction, in the order of the nodes. */
export function branchesOf({ batch_id, nodes, edges }: Trace, direction: 'forward' | 'backward'): Branch[] {
  const order = new Map(nodes.map((node, at) => [node.batch_id, at]));
  const next = new Map<number, Set<number>>();
  for (const { input_batch_id: input, output_batch_id: output } of edges) {
    const [from, to] = direction === 'forward' ? [input, output] : [output, input];
    next.set(from, (next.get(from) ?? new Set()).add(to));
  }
  const seen = new Set([batch_id]);
  const below = (id: number): Branch[] =>
    [...(next.get(id) ?? [])]
      .toSorted((a, b) => order.get(a)! - order.get(b)!)
      .map((other) => {
        if (seen.has(other)) return { batch_id: other, isRepeated: true, branches: [] };
        seen.add(other);
        return { batch_id: other, isRepeated: false, branches: below(other) };
      });
  return below(batch_id);
}
