import { Badge, Group } from '@mantine/core';
import type { TFunction } from 'i18next';
import type { Formats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import type { Column } from '../../../ui/table/columns.tsx';
import { BY_ORDER, type ShownMargin } from './margin-rows.ts';
import classes from './reports.module.css';

/** Returns the columns of the margins of order lines. */
export function marginColumns(t: TFunction<'productionReports'>, formats: Formats): Column<ShownMargin>[] {
  const money = (key: 'net' | 'cost' | 'margin'): Column<ShownMargin> => ({
    key,
    label: t(`margins.${key}`),
    kind: 'money',
    // Costs and margins are in EUR.
    currency: ({ currency }) => (key === 'net' ? currency : 'EUR'),
    width: 'minmax(7rem, 1fr)',
    priority: 1,
  });
  return [
    {
      key: BY_ORDER,
      label: t('margins.order'),
      cell: (row) => (
        <EntityLink
          kind="customer_order"
          id={row.order_id}
          code={row.order_number}
          text={row.order_number}
          size="fit"
        />
      ),
      width: 'minmax(8.5rem, 1fr)',
      priority: 1,
    },
    {
      key: 'customer_name',
      label: t('margins.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(7rem, 1.4fr)',
      priority: 3,
    },
    {
      key: 'product_code',
      label: t('margins.product'),
      value: (row) => row.product_code ?? t('margins.orderSum'),
      cell: (row) =>
        row.product_id === null ? (
          <span className={classes.order}>{t('margins.orderSum')}</span>
        ) : (
          <EntityLink kind="product" id={row.product_id} text={row.product_code} size="fit" />
        ),
      width: 'minmax(7rem, 1.2fr)',
      priority: 1,
    },
    { key: 'quantity', label: t('margins.quantity'), kind: 'number', width: 'minmax(5.5rem, 0.7fr)', priority: 3 },
    money('net'),
    money('cost'),
    money('margin'),
    {
      key: 'margin_percent',
      label: t('margins.percent'),
      kind: 'number',
      cell: (row) => formats.percent(row.margin_percent),
      width: '6rem',
      priority: 2,
    },
    {
      key: 'so_far',
      label: t('margins.state'),
      value: (row) => statesOf(row, t).join(', '),
      cell: (row) => <States row={row} t={t} />,
      sortable: false,
      width: 'minmax(11rem, 1fr)',
      priority: 2,
    },
  ];
}

function statesOf({ so_far, partial }: ShownMargin, t: TFunction<'productionReports'>): string[] {
  return [...(so_far ? [t('margins.soFar')] : []), ...(partial ? [t('margins.partial')] : [])];
}

function States({ row, t }: { row: ShownMargin; t: TFunction<'productionReports'> }) {
  return (
    <Group gap={6} wrap="nowrap">
      {row.so_far && (
        <Badge color="gray" variant="light">
          {t('margins.soFar')}
        </Badge>
      )}
      {row.partial && <Badge color="yellow">{t('margins.partial')}</Badge>}
    </Group>
  );
}
