import { Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { Page } from './Page.tsx';
import { Pairs, type Pair } from './Pairs.tsx';
import { textFilter } from './filter-fields.ts';
import classes from './record.module.css';
import { useFilters } from './use-filters.ts';

export interface RecordTab {
  /** Its name in the URL: `?tab=prices`. */
  name: string;
  label: string;
  content: () => ReactNode;
}

interface Props {
  title: string;
  subtitle?: ReactNode;
  figures: readonly Pair[];
  /** Buttons beside the title. */
  actions?: ReactNode;
  /** Content above the figures, such as a warning. */
  above?: ReactNode;
  /** The first one is open at the address without `tab`. */
  tabs: readonly RecordTab[];
}

const Address = { tab: textFilter() };

/** The page of one record: key figures above tabs. A tab loads when it is opened; the URL holds which one is open. */
export function RecordPage({ title, subtitle, figures, actions, above, tabs }: Props) {
  const [{ tab }, set] = useFilters(Address);
  const first = tabs[0]!.name;
  const open = tabs.find(({ name }) => name === tab) ?? tabs[0]!;
  const show = (next: string | null) =>
    set({ tab: next === null || next === first ? undefined : next }, { replace: false });
  return (
    <Page title={title} subtitle={subtitle} actions={actions}>
      {above}
      {figures.length > 0 && (
        <div className={classes.figures}>
          <Pairs pairs={figures} label={title} />
        </div>
      )}
      <Tabs value={open.name} onChange={show} keepMounted={false}>
        <Tabs.List className={classes.list!} aria-label={title}>
          {tabs.map(({ name, label }) => (
            <Tabs.Tab key={name} value={name}>
              {label}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ name, content }) => (
          <Tabs.Panel key={name} value={name} className={classes.panel!}>
            {name === open.name && content()}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}
