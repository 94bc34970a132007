import type { Trace, TraceEdge } from '@bobina/contract/system/trace.ts';

/** A batch of the tree and what hangs on it. */
export interface Branch {
  batch_id: number;
  /** Whether the tree already contains the batch; its branches are shown there only, so that diamonds and cycles end. */
  isRepeated: boolean;
  /** The links to the batch above it, with what each consumed and produced. */
  edges: TraceEdge[];
  branches: Branch[];
}

/** Turns the links of a trace into the tree of one direction, in the order of the nodes. */
export function branchesOf({ batch_id, nodes, edges }: Trace, direction: 'forward' | 'backward'): Branch[] {
  const order = new Map(nodes.map((node, at) => [node.batch_id, at]));
  const next = new Map<number, Map<number, TraceEdge[]>>();
  for (const edge of edges) {
    const { input_batch_id: input, output_batch_id: output } = edge;
    const [from, to] = direction === 'forward' ? [input, output] : [output, input];
    const targets = next.get(from) ?? new Map<number, TraceEdge[]>();
    next.set(from, targets.set(to, [...(targets.get(to) ?? []), edge]));
  }
  const seen = new Set([batch_id]);
  const below = (id: number): Branch[] =>
    [...(next.get(id) ?? [])]
      .toSorted(([a], [b]) => order.get(a)! - order.get(b)!)
      .map(([other, links]) => {
        if (seen.has(other)) return { batch_id: other, isRepeated: true, edges: links, branches: [] };
        seen.add(other);
        return { batch_id: other, isRepeated: false, edges: links, branches: below(other) };
      });
  return below(batch_id);
}
