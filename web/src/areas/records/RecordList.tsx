import { Title } from '@mantine/core';
import { useState } from 'react';
import type { ListCall } from '../../lib/api/client.ts';
import { Panel } from '../../ui/page/Panel.tsx';
import { sortable, type Column } from '../../ui/table/columns.tsx';
import { DataTable } from '../../ui/table/DataTable.tsx';
import { useFields } from '../../ui/table/row-fields.ts';
import { useRows } from '../../ui/table/use-rows.ts';
import classes from './records.module.css';

interface Props<Row, Field extends keyof Row> {
  title: string;
  call: ListCall<Row>;
  /** The filter by the record. */
  query: Record<string, unknown>;
  columns: readonly Column<Row>[];
  /** The fields that the list reads of its rows beside its columns, for names and links, and as their version. */
  rowFields: readonly Field[];
  /** The initial order. */
  sort: string;
  rowName: (row: Pick<Row, Field>) => string;
  rowId?: (row: Pick<Row, Field>) => React.Key;
  href?: (row: Pick<Row, Field>) => string;
  empty: string;
}

/** A list in a tab: sorted, and loaded page by page like that of a screen. */
export function RecordList<Row, const Field extends keyof Row>({
  title,
  call,
  query,
  columns,
  rowFields,
  sort: initial,
  empty,
  ...table
}: Props<Row, Field>) {
  const [chosen, setSort] = useState(initial);
  const sort = sortable(columns, chosen);
  const shown = columns.filter(({ isOptional }) => !isOptional);
  const fields = useFields(shown, table.rowId ? rowFields : ['id', ...rowFields]);
  const rows = useRows(call, { ...query, ...(sort && { sort }), ...(fields !== undefined && { fields }) });
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
