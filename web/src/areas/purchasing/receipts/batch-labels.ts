import type { TFunction } from 'i18next';
import type { ReceiptHistory } from '@bobina/contract/purchasing/receipts.ts';
import { api } from '../../../lib/api/api.ts';
import { barcode } from '../../../lib/barcodes/draw-code128.ts';
import { findProduct } from '../../../lib/barcodes/find-goods.ts';
import { elementsOf } from '@bobina/contract/core/gs1.ts';
import { ownLabel } from '@bobina/contract/core/read-scan.ts';
import type { Formats } from '../../../lib/formats.ts';
import { el } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import stylesheet from './labels.css?url';

type Receipt = ReceiptHistory['receipts'][number];
type Batch = Receipt['batches'][number];
const DELAY = 250;
/** Maximum barcode width in millimetres: the sheet without its margins. */
const WIDEST = 182;

/** Receipts of one order line. */
export interface LabelledReceipts {
  history: ReceiptHistory;
  receipts: readonly Receipt[];
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
  return printDocument({
    title: t('label.title'),
    companyHeader: false,
    delay: DELAY,
    stylesheet,
    content: async () => {
      const [company, lines] = await Promise.all([api.company.get(), read()]);
      const labelled = await Promise.all(
        lines.map(async (line) => ({ ...line, product: await findProduct(line.history.product_code) })),
      );
      const { business_name } = company as unknown as { business_name: string | null };
      const pair = (term: string, value: string) => el('div', {}, el('dt', {}, term), el('dd', {}, value));
      return labelled.flatMap(({ history, receipts, product }) =>
        receipts.flatMap((receipt) =>
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
                pair(t('label.quantity'), formats.quantity(batch.quantity, unitOf(history.unit_of_measure))),
                pair(t('label.warehouse'), receipt.warehouse_name),
                pair(t('label.production'), formats.day(batch.productionDate)),
                pair(t('label.expiry'), formats.day(batch.expiryDate)),
                pair(t('label.ddt'), `${receipt.ddt_number} · ${formats.day(receipt.ddt_date)}`),
              ),
              bars(history, batch, product),
            ),
          ),
        ),
      );
    },
  });
}

/**
 * Returns a GS1-128 barcode if the product has a GTIN and the batch fits, else a code of product and batch in Bobina's
 * own format.
 */
function bars(history: ReceiptHistory, batch: Batch, product: { barcode: string | null } | undefined): Node {
  const elements = elementsOf({
    barcode: product?.barcode ?? null,
    batch: batch.batchNumber,
    quantity: batch.quantity,
    unit: history.unit_of_measure,
    production: batch.productionDate,
    expiry: batch.expiryDate,
  });
  const own = ownLabel(history.product_code, batch.batchNumber);
  const text = elements ? elements.map(([ai, value]) => `(${ai})${value}`).join('') : own;
  const drawing = barcode({
    text: elements?.flat().join('') ?? own,
    isGs1: elements !== null,
    label: text,
    widest: WIDEST,
  });
  return el('div', { class: 'bars' }, drawing, drawing && text);
}
