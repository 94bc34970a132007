import type { TFunction } from 'i18next';
import { decimalOf, round, toNumber } from '@bobina/contract/core/decimal.ts';
import type { MachineBoard, MachineJob } from '@bobina/contract/production/scheduling.ts';
import type { Column } from '../../../ui/table/columns.tsx';

type ReportRow = MachineJob & Pick<MachineBoard, 'machine_code' | 'machine_description'>;

/** Returns one row per job with its machine. */
export function reportRows(machines: readonly MachineBoard[]): ReportRow[] {
  return machines.flatMap(({ jobs, machine_code, machine_description }) =>
    jobs.map((job) => ({ ...job, machine_code, machine_description })),
  );
}

/** Returns the columns of the exported report: one row per job, with its machine. */
export function reportColumns(t: TFunction<'production'>, unitOf: (unit: string) => string): Column<ReportRow>[] {
  return [
    { key: 'machine_code', label: t('scheduling.machine') },
    { key: 'machine_description', label: t('machineReport.machineName') },
    {
      key: 'item_priority',
      label: t('item.item_priority'),
      value: ({ item_priority }) => t(`item.priority.${item_priority}`),
    },
    { key: 'order_number', label: t('item.order_number') },
    { key: 'customer_name', label: t('item.customer') },
    { key: 'product_name', label: t('item.product') },
    { key: 'code', label: t('item.code') },
    { key: 'quantity_to_produce', label: t('item.quantity'), kind: 'number' },
    {
      key: 'unit_of_measure',
      label: t('machineReport.unit'),
      value: ({ unit_of_measure }) => unitOf(unit_of_measure),
    },
    {
      key: 'hours',
      label: t('machineReport.hours'),
      kind: 'number',
      value: ({ left_minutes }) => hoursOf(left_minutes),
    },
    { key: 'delivery_date', label: t('item.delivery_date'), kind: 'day' },
  ];
}

/** Converts minutes to hours with two decimals, as displayed. */
function hoursOf(minutes: number): number {
  return toNumber(round(decimalOf(minutes).div(60), 2));
}
