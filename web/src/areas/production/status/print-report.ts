import type { TFunction } from 'i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { PRODUCTION_STATUSES } from '@bobina/contract/orders/statuses.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import type { Formats } from '../../../lib/formats.ts';
import { commonText } from '../../../lib/i18n/i18n.ts';
import { el, printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { toast } from '../../../ui/toasts.ts';
import { remainingOf } from './columns.tsx';

const DELAY = 300;

/**
 * Prints the selected items with current server data. Call it synchronously from the click, or the browser blocks the
 * window.
 */
export function printReport(
  ids: number[],
  t: TFunction<'production'>,
  formats: Formats,
  unitOf: (unit: string) => string,
): Promise<void> {
  const rowOf = (item: ProductionItem) => {
    const amount = (value: number) => formats.quantity(value, unitOf(item.unit_of_measure));
    return [
      [item.order_number, item.customer_order_number].filter(Boolean).join(' · '),
      item.customer_name,
      `${item.code} · ${item.product_name}`,
      amount(item.quantity),
      amount(item.total_produced),
      amount(remainingOf(item)),
      t(`item.priority.${item.item_priority}`),
      t(`item.status.${item.production_status}`),
      formats.day(item.delivery_date),
    ];
  };
  const content = async () => {
    try {
      const { data } = await api.productionItems.printReport({ body: { itemIds: ids } });
      toast.top.success(t('status.report.done'));
      return [
        el('h2', {}, t('status.report.summary')),
        summaryOf(data, t, formats),
        el('h2', {}, t('status.report.items')),
        printTable(
          [
            { label: t('item.order_number') },
            { label: t('item.customer') },
            { label: t('item.product') },
            { label: t('item.quantity'), align: 'end' },
            { label: t('item.produced'), align: 'end' },
            { label: t('item.remaining'), align: 'end' },
            { label: t('item.item_priority') },
            { label: t('item.production_status') },
            { label: t('item.delivery_date') },
          ],
          data.map(rowOf),
        ),
      ];
    } catch (error) {
      // The print window shows no error, so the page does.
      const why = error instanceof ApiProblem && error.status < 500 ? `: ${error.message}` : '';
      throw new ApiProblem('INTERNAL', 0, `${t('status.report.failed')}${why}`);
    }
  };
  return printDocument({
    title: t('status.report.title'),
    subtitle: commonText('print.printedOn').replace('{{when}}', formats.instant(new Date().toISOString())),
    landscape: true,
    delay: DELAY,
    content,
  });
}

/** Formats the total number of items and the number of each status: 12 · 3 · 4 · 5. */
function summaryOf(items: readonly ProductionItem[], t: TFunction<'production'>, formats: Formats) {
  return printTable(
    [
      { label: t('status.report.total'), align: 'end' },
      ...PRODUCTION_STATUSES.toReversed().map((status) => ({
        label: t(`item.status.${status}`),
        align: 'end' as const,
      })),
    ],
    [
      [
        formats.number(items.length),
        ...PRODUCTION_STATUSES.toReversed().map((status) =>
          formats.number(items.filter(({ production_status }) => production_status === status).length),
        ),
      ],
    ],
  );
}
