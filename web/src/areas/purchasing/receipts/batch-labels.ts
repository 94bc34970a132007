import type { TFunction } from 'i18next';
import type { ReceiptHistory } from '@bobina/contract/purchasing/receipts.ts';
import { findProduct } from '../../../lib/barcodes/find-goods.ts';
import type { Formats } from '../../../lib/formats.ts';
import { batchBars, printLabels, type Label } from '../../../ui/print/print-labels.ts';

/** Receipts of one order line. */
export interface LabelledReceipts {
  history: ReceiptHistory;
  receipts: readonly ReceiptHistory['receipts'][number][];
}

/**
 * Prints a half-sheet label for each batch: company, product, batch, quantity, dates and barcode.
 * @param read returns the receipts, after the window was opened
 */
export function printBatchLabels(
  read: () => LabelledReceipts[] | Promise<LabelledReceipts[]>,
  t: TFunction<'purchasing'>,
  formats: Formats,
  unitOf: (unit: string) => string,
): Promise<void> {
  return printLabels(t('label.title'), async () => {
    const lines = await read();
    const labels = await Promise.all(
      lines.map(async ({ history, receipts }): Promise<Label[]> => {
        const product = await findProduct(history.product_code);
        return receipts.flatMap((receipt) =>
          receipt.batches.map((batch) => ({
            code: history.product_code,
            description: history.product_description,
            pairs: [
              [t('label.batch'), batch.batchNumber],
              [t('label.quantity'), formats.quantity(batch.quantity, unitOf(history.unit_of_measure))],
              [t('label.warehouse'), receipt.warehouse_name],
              [t('label.production'), formats.day(batch.productionDate)],
              [t('label.expiry'), formats.day(batch.expiryDate)],
              [t('label.ddt'), `${receipt.ddt_number} · ${formats.day(receipt.ddt_date)}`],
            ],
            bars: batchBars(history.product_code, {
              barcode: product?.barcode ?? null,
              batch: batch.batchNumber,
              quantity: batch.quantity,
              unit: history.unit_of_measure,
              production: batch.productionDate,
              expiry: batch.expiryDate,
            }),
          })),
        );
      }),
    );
    return labels.flat();
  });
}
