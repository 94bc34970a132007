import { Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './records.module.css';

/** A list of places, movements or batches under a heading. */
export function Goods({ title, rows, none }: { title: string; rows: readonly ReactNode[]; none: string }) {
  return (
    <section aria-label={title} className={classes.part}>
      <Title order={2} fz="md">
        {title}
      </Title>
      <Panel>
        {rows.length === 0 ? (
          <Text c="dimmed" p="md">
            {none}
          </Text>
        ) : (
          <ul className={classes.goods}>{rows}</ul>
        )}
      </Panel>
    </section>
  );
}
