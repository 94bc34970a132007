import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './records.module.css';
import { Panel } from '../../ui/page/Panel.tsx';

/** A list of places, movements or batches under a heading. */
export function Goods({ title, rows, none }: { title: string; rows: readonly ReactNode[]; none: string }) {
  return (
    <Panel title={title}>
      {rows.length === 0 ? (
        <Text c="dimmed" p="md">
          {none}
        </Text>
      ) : (
        <ul className={classes.goods}>{rows}</ul>
      )}
    </Panel>
  );
}
