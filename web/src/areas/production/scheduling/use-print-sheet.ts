import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { PRINT_DELAY, SMALL_WINDOW } from './calls.ts';
import { printPairs } from './paper.ts';

interface Typed {
  machine_id: number;
  quantity_to_produce: number;
  production_time: string;
  notes: string | null | undefined;
}

/** What a machine is to make, on paper, as it stands in the form. */
export function usePrintSheet(): (item: ProductionItem, typed: Typed) => void {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  return (item, typed) =>
    void printDocument({
      title: t('scheduling.sheet'),
      delay: PRINT_DELAY,
      size: SMALL_WINDOW,
      content: async () => {
        const machine = await queryClient.fetchQuery({
          ...api.machines.get.query({ id: typed.machine_id }),
          staleTime: Infinity,
        });
        const notes = typed.notes?.trim();
        return [
          printPairs([
            [t('scheduling.machine'), machine.description],
            [t('item.code'), item.code],
            [t('scheduling.toProduce'), formats.quantity(typed.quantity_to_produce, unitOf(item.unit_of_measure))],
            [t('item.order_number'), item.order_number],
            [t('scheduling.time'), typed.production_time],
            ...(notes ? [[t('scheduling.notes'), notes] as const] : []),
          ]),
        ];
      },
    });
}
