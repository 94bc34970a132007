import { useTranslation } from 'react-i18next';
import type { MachineBoard } from '@bobina/contract/production/scheduling.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { machineName } from '../../../ui/machine-name.ts';
import { el, printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { LARGE_WINDOW, PRINT_DELAY } from './calls.ts';

/**
 * Returns a function that prints the jobs of one machine. The French title of the time is "Temps de production
 * indicatif".
 */
export function usePrintMachine(): (board: MachineBoard, total: string) => void {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const end = { align: 'end' } as const;
  return (board, total) =>
    void printDocument({
      title: t('machineReport.sheet'),
      subtitle: common('print.printedOn', { when: formats.instant(new Date().toISOString()) }),
      delay: PRINT_DELAY,
      size: LARGE_WINDOW,
      content: () => [
        el('h2', {}, machineName(board)),
        el('p', {}, total),
        printTable(
          [
            { label: t('item.item_priority') },
            { label: t('item.order_number') },
            { label: t('item.product') },
            { label: t('item.quantity'), ...end },
            { label: t('item.code') },
            { label: t('machineReport.hours'), ...end },
          ],
          board.jobs.map((job) => [
            t(`item.priority.${job.item_priority}`),
            job.order_number,
            job.product_name,
            formats.quantity(job.quantity_to_produce, unitOf(job.unit_of_measure)),
            job.code,
            formats.number(job.left_minutes / 60, 2, 2),
          ]),
        ),
      ],
    });
}
