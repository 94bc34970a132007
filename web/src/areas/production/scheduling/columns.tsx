import { Badge, Button } from '@mantine/core';
import { IconCircleCheck, IconPlus } from '@tabler/icons-react';
import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { FittedText } from '../../../ui/cut-text.tsx';
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

const COLORS = { non_programmato: 'gray', parzialmente_programmato: 'yellow', completamente_programmato: 'green' };

export function schedulingColumns(words: Words, onSchedule: (item: ProductionItem) => void): Column<ProductionItem>[] {
  const { t, formats, unitOf } = words;
  return [
    { ...orderColumn(words), width: 'minmax(9.25rem, 1fr)' },
    { ...customerColumn(words), width: 'minmax(8rem, 1.5fr)', priority: 3 },
    { ...productColumn(words), priority: 2 },
    { ...quantityColumn(words), priority: 3 },
    {
      key: 'remaining_to_schedule',
      label: t('scheduling.remaining'),
      kind: 'number',
      sortable: false,
      cell: (row) => formats.quantity(row.remaining_to_schedule, unitOf(row.unit_of_measure)),
      width: 'minmax(8.25rem, 0.8fr)',
      priority: 2,
    },
    { ...priorityColumn(words), width: 'minmax(7.75rem, 0.6fr)' },
    { ...statusColumn(words), width: 'minmax(9rem, 0.9fr)', priority: 3 },
    {
      key: 'scheduling_status',
      label: t('item.scheduling_status'),
      value: (row) => t(`item.scheduling.${row.scheduling_status}`),
      cell: (row) => <StatusCell item={row} />,
      width: 'minmax(10.5rem, 1.2fr)',
      priority: 3,
    },
    {
      key: 'delivery_date',
      label: t('item.delivery_date'),
      kind: 'day',
      width: '7.25rem',
      priority: 3,
    },
    {
      key: 'machines',
      label: t('scheduling.machine'),
      value: machinesOf,
      cell: (row) => <MachineCell item={row} onSchedule={onSchedule} />,
      sortable: false,
      width: 'minmax(8.25rem, 1fr)',
      priority: 1,
    },
  ];
}

/** Nothing remains: done. */
function StatusCell({ item }: { item: ProductionItem }) {
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

function machinesOf({ schedulings }: ProductionItem) {
  return [...new Set(schedulings.map(({ machine_code }) => machine_code))].join(', ');
}

/** Something remains: the button to put it, or the rest of it, onto a machine. */
function MachineCell({ item, onSchedule }: { item: ProductionItem; onSchedule: (item: ProductionItem) => void }) {
  const { t } = useTranslation('production');
  const active = useContext(RowActive);
  if (item.remaining_to_schedule === 0) return <FittedText value={machinesOf(item)} />;
  const isPartial = item.total_scheduled > 0;
  return (
    <Button
      size="xs"
      variant={isPartial ? 'light' : 'filled'}
      tabIndex={active ? 0 : -1}
      leftSection={<IconPlus size={15} aria-hidden />}
      onClick={() => onSchedule(item)}
    >
      {t(isPartial ? 'scheduling.add' : 'scheduling.schedule')}
    </Button>
  );
}
