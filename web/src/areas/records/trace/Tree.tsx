import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Trace, TraceEdge, TraceNode } from '@bobina/contract/system/trace.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { RunLink } from '../../../ui/run-links.tsx';
import { NodeChips } from './NodeChips.tsx';
import classes from './trace.module.css';
import { branchesOf, type Branch } from './branches.rules.ts';
import { Panel } from '../../../ui/page/Panel.tsx';

interface Props {
  title: string;
  none: string;
  trace: Trace;
  direction: 'forward' | 'backward';
}

/** The batches in one direction as nested lists, each with its materials or its products below it. */
export function Tree({ title, none, trace, direction }: Props) {
  const nodes = new Map(trace.nodes.map((node) => [node.batch_id, node]));
  const branches = branchesOf(trace, direction);
  return (
    <Panel title={title}>
      {branches.length === 0 ? (
        <Text c="dimmed" p="md">
          {none}
        </Text>
      ) : (
        <Branches branches={branches} trace={trace} nodes={nodes} />
      )}
    </Panel>
  );
}

interface BranchesProps {
  branches: readonly Branch[];
  trace: Trace;
  nodes: ReadonlyMap<number, TraceNode>;
}

function Branches({ branches, trace, nodes }: BranchesProps) {
  const { t } = useTranslation('records');
  return (
    <ul className={classes.tree}>
      {branches.map(({ batch_id, isRepeated, edges, branches: below }) => {
        const node = nodes.get(batch_id)!;
        return (
          <li key={batch_id}>
            <div className={classes.node}>
              <EntityLink kind="batch" id={batch_id} text={node.batch_number} />
              <EntityLink kind="product" id={node.product_id} text={`${node.product_code} · ${node.product_name}`} />
              {edges.map((edge) => (
                <Step key={`${edge.run_id} ${edge.source}`} edge={edge} nodes={nodes} />
              ))}
              <NodeChips node={node} />
              <Documents trace={trace} node={node} />
              {isRepeated && <Text c="dimmed">{t('trace.seenAbove')}</Text>}
            </div>
            {below.length > 0 && <Branches branches={below} trace={trace} nodes={nodes} />}
          </li>
        );
      })}
    </ul>
  );
}

/** What one link used of its input and made of its output, with its run. */
function Step({ edge, nodes }: { edge: TraceEdge; nodes: BranchesProps['nodes'] }) {
  const { t } = useTranslation('records');
  const formats = useFormats();
  const unitOf = useUnit();
  const amount = (batch: number, quantity: number | null | undefined) => {
    const { batch_number, unit_of_measure } = nodes.get(batch)!;
    return (
      <>
        {quantity != null && `${t('trace.amount', { quantity: formats.quantity(quantity, unitOf(unit_of_measure)) })} `}
        <EntityLink kind="batch" id={batch} text={batch_number} />
      </>
    );
  };
  return (
    <span>
      {amount(edge.input_batch_id, edge.consumed)} → {amount(edge.output_batch_id, edge.produced)}
      {edge.run_id !== null && (
        <>
          {' · '}
          <RunLink id={edge.run_id} />
        </>
      )}
    </span>
  );
}

/** The receipts and the packing lists of a batch. */
function Documents({ trace, node }: { trace: Trace; node: TraceNode }) {
  const received = trace.suppliers.filter(({ batch_id }) => batch_id === node.batch_id);
  const delivered = trace.customers.filter(({ batch_id }) => batch_id === node.batch_id);
  return (
    <>
      {received.map((row) => (
        <EntityLink
          key={`${row.document_number} ${row.order_item_id}`}
          kind="goods_receipt"
          id={row.order_item_id}
          text={row.document_number}
        />
      ))}
      {delivered.map((row) => (
        <EntityLink
          key={row.packing_list_id}
          kind="packing_list"
          id={row.packing_list_id}
          text={row.packing_list_number}
        />
      ))}
    </>
  );
}
