import { Badge } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { RunBalance, RunSummary } from '@bobina/contract/production/runs.ts';
import type { Formats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { machineName } from '../../../ui/machine-name.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { Unexplained } from '../Balance.tsx';

/** The fields of a run that the list reads besides those of its columns. */
export const RUN_ROW = ['id', 'version', 'balance'] as const;
export type SeenRun = Pick<RunSummary, (typeof RUN_ROW)[number]>;
const column = columnsOf<RunSummary>();

/** Returns the columns of the list of runs. */
export function runColumns(t: TFunction<'runs'>, formats: Formats): Column<RunSummary>[] {
  const weight = (key: 'input_kg' | 'good_kg' | 'waste_kg'): Column<RunSummary> =>
    column(['balance'], {
      key,
      label: t(`balance.${key}`),
      kind: 'number',
      value: ({ balance }) => balance[key],
      cell: ({ balance }) => formats.quantity(balance[key], 'kg', 3),
      width: 'minmax(6.5rem, 0.8fr)',
      priority: 3,
      sortable: false,
    });
  return [
    {
      key: 'started_at',
      label: t('run.started_at'),
      kind: 'instant',
      width: 'minmax(9rem, 1fr)',
      priority: 1,
    },
    column(['ended_at'], {
      key: 'ended_at',
      label: t('run.ended_at'),
      kind: 'instant',
      cell: (row) =>
        row.ended_at === null ? <Badge color="green">{t('run.open')}</Badge> : formats.instant(row.ended_at),
      width: 'minmax(9rem, 1fr)',
      priority: 2,
    }),
    column(['machine_id', 'machine_code', 'machine_description'], {
      key: 'machine_code',
      label: t('run.machine'),
      cell: (row) => <EntityLink kind="machine" id={row.machine_id} text={machineName(row)} />,
      width: 'minmax(11rem, 2fr)',
      priority: 1,
    }),
    column(['order_id', 'order_number'], {
      key: 'order_number',
      label: t('run.order'),
      cell: (row) => (
        <EntityLink
          kind="customer_order"
          id={row.order_id}
          code={row.order_number}
          text={row.order_number}
          size="fit"
        />
      ),
      width: 'minmax(8.5rem, 0.9fr)',
      priority: 2,
    }),
    column(['customer_id', 'customer_name'], {
      key: 'customer_name',
      label: t('run.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(7rem, 1.2fr)',
      priority: 3,
      sortable: false,
    }),
    column(['product_id', 'product_code'], {
      key: 'product_code',
      label: t('run.product'),
      cell: (row) => <EntityLink kind="product" id={row.product_id} text={row.product_code} size="fit" />,
      width: 'minmax(7rem, 1fr)',
      priority: 2,
    }),
    weight('input_kg'),
    weight('good_kg'),
    weight('waste_kg'),
    column(['balance'], {
      key: 'yield_percent',
      label: t('balance.yield_percent'),
      kind: 'number',
      decimals: [2, 2],
      value: ({ balance }) => balance.yield_percent,
      cell: ({ balance }) => formats.percent(balance.yield_percent),
      width: '6rem',
      priority: 2,
      sortable: false,
    }),
    column(['balance'], {
      key: 'unexplained_kg',
      label: t('balance.unexplained_kg'),
      kind: 'number',
      decimals: 3,
      value: ({ balance }) => balance.unexplained_kg,
      cell: ({ balance }: { balance: RunBalance }) => <Unexplained balance={balance} />,
      width: 'minmax(7.5rem, 0.8fr)',
      priority: 1,
      sortable: false,
    }),
  ];
}
