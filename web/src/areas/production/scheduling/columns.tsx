import { Badge, Button } from '@mantine/core';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { Fragment, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { machineName } from '../../../ui/machine-name.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { RowActive } from '../../../ui/table/row-active.ts';
import {
  customerColumn,
  orderColumn,
  priorityColumn,
  productColumn,
  quantityColumn,
  statusColumn,
  type Words,
} from '../item/columns.tsx';
import classes from './scheduling.module.css';

/** The fields of an item that the list reads besides those of its columns: for its jobs, its menu and its print. */
export const SCHEDULING_ROW = [
  'item_id',
  'order_number',
  'customer_name',
  'customer_city',
  'code',
  'product_name',
  'quantity',
  'unit_of_measure',
  'item_priority',
  'production_status',
  'total_scheduled',
  'remaining_to_schedule',
  'notes',
  'schedulings',
] as const;
export type SchedulingRow = Pick<ProductionItem, (typeof SCHEDULING_ROW)[number]>;
const column = columnsOf<ProductionItem>();
const COLORS = { non_programmato: 'gray', parzialmente_programmato: 'yellow', completamente_programmato: 'green' };

/** Returns the columns of the list of items to schedule. */
export function schedulingColumns(
  words: Words,
  onSchedule: (item: Pick<ProductionItem, 'item_id'>) => void,
): Column<ProductionItem>[] {
  const { t, formats, unitOf } = words;
  return [
    { ...orderColumn(words), width: 'minmax(9.25rem, 1fr)' },
    { ...customerColumn(words), width: 'minmax(8rem, 1.5fr)', priority: 3 },
    { ...productColumn(words), priority: 2 },
    { ...quantityColumn(words), priority: 3 },
    column(['remaining_to_schedule', 'unit_of_measure'], {
      key: 'remaining_to_schedule',
      label: t('scheduling.remaining'),
      kind: 'number',
      sortable: false,
      cell: (row) => formats.quantity(row.remaining_to_schedule, unitOf(row.unit_of_measure)),
      width: 'minmax(8.25rem, 0.8fr)',
      priority: 2,
    }),
    { ...priorityColumn(words), width: 'minmax(7.75rem, 0.6fr)' },
    { ...statusColumn(words), width: 'minmax(9rem, 0.9fr)', priority: 3 },
    column(['scheduling_status', 'remaining_to_schedule'], {
      key: 'scheduling_status',
      label: t('item.scheduling_status'),
      value: (row) => t(`item.scheduling.${row.scheduling_status}`),
      cell: (row) => <StatusCell item={row} />,
      width: 'minmax(10.5rem, 1.2fr)',
      priority: 3,
    }),
    {
      key: 'delivery_date',
      label: t('item.delivery_date'),
      kind: 'day',
      width: '7.25rem',
      priority: 3,
    },
    column(['item_id', 'schedulings', 'remaining_to_schedule', 'total_scheduled'], {
      key: 'machines',
      label: t('scheduling.machine'),
      value: machinesOf,
      cell: (row) => <MachineCell item={row} onSchedule={onSchedule} />,
      sortable: false,
      width: 'minmax(8.25rem, 1fr)',
      priority: 1,
    }),
  ];
}

/** Shows the scheduling status; an item with nothing left to schedule is marked as done. */
function StatusCell({ item }: { item: Pick<ProductionItem, 'scheduling_status' | 'remaining_to_schedule'> }) {
  const { t } = useTranslation('production');
  if (item.remaining_to_schedule > 0)
    return <Badge color={COLORS[item.scheduling_status]}>{t(`item.scheduling.${item.scheduling_status}`)}</Badge>;
  return (
    <span className={classes.full}>
      <IconCircleCheck size={17} aria-hidden />
      {t('scheduling.full')}
    </span>
  );
}

function machinesOf({ schedulings }: Pick<ProductionItem, 'schedulings'>) {
  return [...new Set(schedulings.map(machineName))].join(', ');
}

/** The machines of an item as links: one with its description, several by their codes. */
function Machines({ item }: { item: Pick<ProductionItem, 'schedulings'> }) {
  const machines = [...new Map(item.schedulings.map((one) => [one.machine_id, one])).values()];
  const [only, second] = machines;
  if (only && !second) return <EntityLink kind="machine" id={only.machine_id} text={machineName(only)} size="fit" />;
  return machines.map(({ machine_id, machine_code }, index) => (
    <Fragment key={machine_id}>
      {index > 0 && ', '}
      <EntityLink kind="machine" id={machine_id} text={machine_code} />
    </Fragment>
  ));
}

/** Shows a button that schedules what remains, or the machines of a fully scheduled item. */
function MachineCell({
  item,
  onSchedule,
}: {
  item: Pick<ProductionItem, 'item_id' | 'schedulings' | 'remaining_to_schedule' | 'total_scheduled'>;
  onSchedule: (item: Pick<ProductionItem, 'item_id'>) => void;
}) {
  const { t } = useTranslation('production');
  const active = useContext(RowActive);
  if (item.remaining_to_schedule === 0) return <Machines item={item} />;
  const isPartial = item.total_scheduled > 0;
  return (
    <Button
      size="xs"
      // The longest label fits into the narrowest column.
      px={10}
      variant={isPartial ? 'light' : 'filled'}
      tabIndex={active ? 0 : -1}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => onSchedule(item)}
    >
      {t(isPartial ? 'scheduling.add' : 'scheduling.schedule')}
    </Button>
  );
}
