import { Skeleton } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useId, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import classes from '../home.module.css';

interface Props {
  title: string;
  query: Pick<UseQueryResult, 'isPending' | 'error' | 'refetch'>;
  /** False if there is nothing to draw yet. */
  hasData: boolean;
  /** The drawing, hidden from screen readers, which read the table. */
  chart: ReactNode;
  heads: readonly { label: string; end?: boolean }[];
  /** The cells of the table, row by row, formatted. */
  rows: readonly { key: string; cells: readonly ReactNode[] }[];
  note?: ReactNode;
}

/** A chart with its data as a table behind it. */
export function ChartCard({ title, query, hasData, chart, heads, rows, note }: Props) {
  const { t } = useTranslation('home');
  const id = useId();
  return (
    <figure className={classes.chart} aria-labelledby={id}>
      <figcaption id={id} className={classes.title}>
        {title}
      </figcaption>
      {query.isPending && <Skeleton h={220} mt="sm" />}
      {query.error && <LoadFailed error={query.error} onRetry={() => void query.refetch()} />}
      {!query.isPending && !query.error && !hasData && <p className={classes.note}>{t('charts.empty')}</p>}
      {hasData && (
        <>
          <div className={classes.drawing} aria-hidden>
            {chart}
          </div>
          {note && <p className={classes.note}>{note}</p>}
          <details className={classes.data}>
            <summary>{t('charts.table')}</summary>
            <PlainTable label={title} heads={heads}>
              {rows.map(({ key, cells }) => (
                <tr key={key}>
                  {cells.map((cell, at) =>
                    at === 0 ? (
                      <th key={heads[at]!.label} scope="row" data-whole>
                        {cell}
                      </th>
                    ) : (
                      <td key={heads[at]!.label} data-end={heads[at]!.end || undefined} data-whole>
                        {cell}
                      </td>
                    ),
                  )}
                </tr>
              ))}
            </PlainTable>
          </details>
        </>
      )}
    </figure>
  );
}
