import type { TFunction } from 'i18next';
import type { ReceiptHistory } from '@bobina/contract/purchasing/receipts.ts';
import { api } from '../../../lib/api/api.ts';
import type { Formats } from '../../../lib/formats.ts';
import { el } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { barcode } from './code128.ts';
import stylesheet from './labels.css?url';

type Receipt = ReceiptHistory['receipts'][number];
const DELAY = 250;

const bars = (text: string): Node | null => {
  const drawing = barcode(text);
  return drawing && el('div', {}, drawing, text);
};

/** Prints a half-sheet label for each batch: whose, what, which, how much, until when, and both as barcodes. */
export const printBatchLabels = (
  history: ReceiptHistory,
  receipts: readonly Receipt[],
  t: TFunction<'purchasing'>,
  formats: Formats,
  unit: string,
): Promise<void> =>
  printDocument({
    title: t('label.title'),
    companyHeader: false,
    delay: DELAY,
    stylesheet,
    content: async () => {
      const { business_name } = (await api.company.get()) as unknown as { business_name: string | null };
      const pair = (term: string, value: string) => el('div', {}, el('dt', {}, term), el('dd', {}, value));
      return receipts.flatMap((receipt) =>
        receipt.batches.map((batch) =>
          el(
            'section',
            { class: 'label' },
            el('div', { class: 'company' }, business_name ?? ''),
            el(
              'div',
              {},
              el('div', { class: 'code' }, history.product_code),
              el('div', { class: 'description' }, history.product_description),
            ),
            el(
              'dl',
              { class: 'pairs' },
              pair(t('label.batch'), batch.batchNumber),
              pair(t('label.quantity'), formats.quantity(batch.quantity, unit)),
              pair(t('label.warehouse'), receipt.warehouse_name),
              pair(t('label.production'), formats.day(batch.productionDate)),
              pair(t('label.expiry'), formats.day(batch.expiryDate)),
              pair(t('label.ddt'), `${receipt.ddt_number} · ${formats.day(receipt.ddt_date)}`),
            ),
            el('div', { class: 'bars' }, bars(history.product_code), bars(batch.batchNumber)),
          ),
        ),
      );
    },
  });
