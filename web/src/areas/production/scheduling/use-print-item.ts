import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import type { SchedulingRow } from './columns.tsx';
import { PRINT_DELAY, SMALL_WINDOW } from './calls.ts';
import { printPairs } from './paper.ts';

/** Returns a function that prints one item of an order with its schedulings. */
export function usePrintItem(): (item: SchedulingRow) => void {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  return (item) => {
    const quantity = (value: number) => formats.quantity(value, unitOf(item.unit_of_measure));
    void printDocument({
      title: t('scheduling.printItem', { order: item.order_number }),
      subtitle: common('print.printedOn', { when: formats.instant(new Date().toISOString()) }),
      delay: PRINT_DELAY,
      size: SMALL_WINDOW,
      content: () => [
        printPairs([
          [t('item.order_number'), item.order_number],
          [t('item.customer'), item.customer_name],
          [t('item.customer_city'), item.customer_city],
          [t('item.code'), item.code],
          [t('item.product'), item.product_name],
          [t('item.quantity'), quantity(item.quantity)],
          [t('item.item_priority'), t(`item.priority.${item.item_priority}`)],
          [t('item.production_status'), t(`item.status.${item.production_status}`)],
          [t('scheduling.scheduled'), quantity(item.total_scheduled)],
          [t('scheduling.remaining'), quantity(item.remaining_to_schedule)],
          [t('item.notes'), formats.text(item.notes)],
        ]),
      ],
    });
  };
}
