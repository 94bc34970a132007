import { Title } from '@mantine/core';
import { useState } from 'react';
import type { ListCall } from '../../lib/api/client.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { sortable, type Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useRows } from '../../ui/table/use-rows.ts';
import classes from './records.module.css';

interface Props<Row> {
  title: string;
  call: ListCall<Row>;
  /** The filter by the record. */
  query: Record<string, unknown>;
  columns: readonly Column<Row>[];
  /** The initial order. */
  sort: string;
  rowName: (row: Row) => string;
  rowId?: (row: Row) => React.Key;
  href?: (row: Row) => string;
  empty: string;
}

/** A list in a tab: sorted, and loaded page by page like that of a screen. */
export function RecordList<Row>({ title, call, query, columns, sort: initial, empty, ...table }: Props<Row>) {
  const [chosen, setSort] = useState(initial);
  const sort = sortable(columns, chosen);
  const rows = useRows(call, { ...query, ...(sort && { sort }) });
  return (
    <section aria-label={title} className={classes.part}>
      <Title order={2} fz="md">
        {title}
      </Title>
      <Panel>
        <div className={classes.table}>
          <DataTable<Row>
            {...table}
            label={title}
            rows={rows}
            columns={columns}
            sort={sort}
            onSort={setSort}
            empty={{ title: empty }}
          />
        </div>
      </Panel>
    </section>
  );
}
