import type { TFunction } from 'i18next';
import type { ReadyShipment } from '@bobina/contract/sales/shipments.ts';
import type { Formats } from '../../../lib/formats.ts';
import { el, printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { tickedParts } from './parts.ts';

/** Prints the picking sheet: for each order the goods of its ticked lines, with a box to mark each. Without amounts. */
export function printPicking(
  shipments: readonly ReadyShipment[],
  ticked: ReadonlySet<number>,
  { t, formats, unitOf }: { t: TFunction<'sales'>; formats: Formats; unitOf: (unit: string) => string },
): Promise<void> {
  const heads = [
    { label: '' },
    { label: t('item.code') },
    { label: t('item.product_name') },
    { label: t('item.warehouse_name') },
    { label: t('item.batch_number') },
    { label: t('shipments.expiry') },
    { label: t('item.quantity'), align: 'end' as const },
  ];
  return printDocument({
    title: t('shipments.sheet'),
    subtitle: formats.instant(new Date().toISOString()),
    content: () =>
      shipments.flatMap((shipment) => {
        const parts = tickedParts(shipment, ticked);
        if (parts.length === 0) return [];
        const rows = parts.map(({ item, batch }) => [
          '☐',
          item.code,
          item.product_name,
          batch.warehouse_name,
          batch.batch_number ?? '',
          batch.expiry_date ? formats.day(batch.expiry_date) : '',
          formats.quantity(batch.quantity, unitOf(item.unit_of_measure)),
        ]);
        return [
          el('h2', {}, `${shipment.customer_name} · ${shipment.order_number}`),
          ...(shipment.destination ? [el('p', {}, shipment.destination)] : []),
          printTable(heads, rows),
        ];
      }),
  });
}
