import type { TFunction } from 'i18next';
import type { Formats } from '../../../lib/formats.ts';
import { printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { batchesOf } from './batches.tsx';
import type { Chosen } from './use-load.tsx';

const DELAY = 300;
const SIZE = { width: 800, height: 600 };

/** Prints only the selected rows. */
export function printSelected(
  chosen: readonly Chosen[],
  warehouse: string | undefined,
  t: TFunction<'production'>,
  formats: Formats,
  unitOf: (unit: string) => string,
): Promise<void> {
  return printDocument({
    title: t('load.paper'),
    ...(warehouse && { subtitle: t('load.paperWarehouse', { warehouse }) }),
    delay: DELAY,
    size: SIZE,
    content: () => [
      printTable(
        [
          { label: t('item.code') },
          { label: t('status.batch') },
          { label: t('item.quantity'), align: 'end' },
          { label: t('item.order_number') },
        ],
        chosen.map(({ item, quantity }) => [
          item.code,
          formats.text(batchesOf(item)),
          typeof quantity === 'number'
            ? formats.quantity(quantity, unitOf(item.unit_of_measure))
            : formats.text(quantity),
          item.order_number,
        ]),
      ),
    ],
  });
}
