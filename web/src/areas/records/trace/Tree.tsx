import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Trace, TraceNode } from '@bobina/contract/system/trace.ts';
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
        <Branches branches={branches} nodes={nodes} />
      )}
    </Panel>
  );
}

function Branches({ branches, nodes }: { branches: readonly Branch[]; nodes: ReadonlyMap<number, TraceNode> }) {
  const { t } = useTranslation('records');
  return (
    <ul className={classes.tree}>
      {branches.map(({ batch_id, isRepeated, runs, branches: below }) => {
        const node = nodes.get(batch_id)!;
        return (
          <li key={batch_id}>
            <div className={classes.node}>
              <EntityLink kind="batch" id={batch_id} text={node.batch_number} />
              <EntityLink kind="product" id={node.product_id} text={node.product_code} />
              <NodeChips node={node} />
              {runs.map((run) => (
                <RunLink key={run} id={run} />
              ))}
              {isRepeated && <Text c="dimmed">{t('trace.seenAbove')}</Text>}
            </div>
            {below.length > 0 && <Branches branches={below} nodes={nodes} />}
          </li>
        );
      })}
    </ul>
  );
}
