import { Button, Skeleton } from '@mantine/core';
import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hoursAndDays } from '@bobina/contract/production/calendar.rules.ts';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { exportTables } from '../../../ui/export/export-rows.ts';
import { machineName } from '../../../ui/machine-name.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { EmptyState, LoadFailed } from '../../../ui/table/TableStates.tsx';
import { PriorityBadge } from '../item/badges.tsx';
import { machineReport } from './machine-report.ts';
import { reportColumns, reportRows } from './report-columns.ts';
import classes from './scheduling.module.css';
import { usePrintMachine } from './use-print-machine.ts';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';

/** Rows of a machine that are rendered at once: thousands of rows would take seconds. */
const ROWS_AT_FIRST = 20;

function MachineSection({ board, total }: { board: MachineBoard; total: string }) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const print = usePrintMachine();
  const [isWhole, setWhole] = useState(false);
  const jobs = isWhole ? board.jobs : board.jobs.slice(0, ROWS_AT_FIRST);
  const name = machineName(board);
  return (
    <section className={classes.machine} aria-label={name}>
      <div className={classes.machineHead}>
        <div>
          <h3>
            <EntityLink kind="machine" id={board.machine_id} text={name} />
          </h3>
          <span>{total}</span>
        </div>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPrinter size={16} aria-hidden />}
          aria-label={t('machineReport.printNamed', { machine: board.machine_code })}
          onClick={() => print(board, total)}
        >
          {common('action.print')}
        </Button>
      </div>
      <PlainTable
        label={name}
        heads={[
          { label: t('item.item_priority') },
          { label: t('item.order_number') },
          { label: t('item.product') },
          { label: t('item.quantity'), end: true },
          { label: t('item.code') },
          { label: t('machineReport.hours'), end: true },
        ]}
      >
        {jobs.map((job) => (
          <tr key={job.scheduling_id}>
            <td data-whole>
              <PriorityBadge priority={job.item_priority} />
            </td>
            <td data-whole>
              <EntityLink kind="customer_order" id={job.order_id} text={job.order_number} />
            </td>
            <td>
              <EntityLink kind="product" id={job.product_id} text={job.product_name} />
            </td>
            <td data-end>{formats.quantity(job.quantity_to_produce, unitOf(job.unit_of_measure))}</td>
            <td>
              <EntityLink kind="product" id={job.product_id} text={job.code} />
            </td>
            <td data-end>{formats.number(job.left_minutes / 60, 2, 2)}</td>
          </tr>
        ))}
      </PlainTable>
      {jobs.length < board.jobs.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)}>
          {t('machineReport.all', { shown: formats.number(board.jobs.length) })}
        </Button>
      )}
    </section>
  );
}

/** Shows the jobs of each machine with totals in hours and days. Uses the same data as the board. */
function MachineReport({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const boards = useQuery(api.productionScheduling.board.query());
  const calendar = useQuery(api.productionScheduling.calendar.query());
  const machines = useMemo(() => boards.data && machineReport(boards.data), [boards.data]);
  const failed = boards.error ?? calendar.error;
  const retry = () => {
    void boards.refetch();
    void calendar.refetch();
  };
  const totalOf = ({ total_minutes }: MachineBoard) => {
    const { hours, days } = hoursAndDays(total_minutes, calendar.data!);
    return t('machineReport.total', { hours: formats.number(hours, 2, 2), days: formats.number(days, 2, 2) });
  };
  const isReady = machines && calendar.data;
  return (
    <Dialog onClose={onClose} size="70rem" title={t('machineReport.title')}>
      {failed && !isReady && <LoadFailed error={failed} onRetry={retry} />}
      {!failed && !isReady && <Skeleton h={240} aria-busy />}
      {isReady && machines.length === 0 && (
        <EmptyState title={t('machineReport.empty')} hint={t('machineReport.emptyHint')} />
      )}
      {isReady && machines.length > 0 && (
        <>
          <div className={classes.machineHead}>
            <span>{t('machineReport.subtitle')}</span>
            <Button
              variant="default"
              leftSection={<IconFileSpreadsheet size={18} aria-hidden />}
              onClick={() =>
                void exportTables(t('machineReport.title'), [
                  {
                    title: t('machineReport.title'),
                    columns: reportColumns(t, unitOf),
                    rows: reportRows(machines),
                  },
                ])
              }
            >
              {common('action.export')}
            </Button>
          </div>
          {machines.map((board) => (
            <MachineSection key={board.machine_id} board={board} total={totalOf(board)} />
          ))}
        </>
      )}
    </Dialog>
  );
}
export default MachineReport;
