import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Panel } from '../../ui/page/Panel.tsx';
import classes from './records.module.css';

/** A panel under a heading. */
export function Titled({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title} className={classes.part}>
      <Title order={2} fz="md">
        {title}
      </Title>
      <Panel>{children}</Panel>
    </section>
  );
}
