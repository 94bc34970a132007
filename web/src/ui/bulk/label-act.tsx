import { IconTags } from '@tabler/icons-react';
import { commonText } from '../../lib/i18n/i18n.ts';
import type * as Labels from '../print/print-labels.ts';
import type { DialogAct } from './bulk-act.tsx';

/**
 * Prints the labels of the selected rows as one print job.
 * @param labelOf the label of a row; the module of labels loads with the first print
 */
export function labelRows<Row>(
  labelOf: (row: Row, bars: Pick<typeof Labels, 'batchBars' | 'codeBars'>) => Labels.Label | Promise<Labels.Label>,
): DialogAct<Row> {
  const label = commonText('action.labels');
  return {
    key: 'labels',
    label,
    icon: <IconTags size={17} />,
    open: async (rows) => {
      const { batchBars, codeBars, printLabels } = await import('../print/print-labels.ts');
      const bars = { batchBars, codeBars };
      void printLabels(label, () => Promise.all(rows.map(async (row) => labelOf(row, bars))));
    },
  };
}
