import { useTranslation } from 'react-i18next';
import type { StockRow } from '@bobina/contract/stock/levels.ts';
import { findProduct } from '../../../lib/barcodes/find-goods.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { labelRows } from '../../../ui/bulk/label-act.tsx';

/** What the label of goods in one warehouse needs. */
export type LabelledBatch = Pick<
  StockRow,
  | 'product_code'
  | 'product_name'
  | 'unit_of_measure'
  | 'warehouse_name'
  | 'batch_number'
  | 'production_date'
  | 'expiry_date'
  | 'quantity'
>;

/** Returns the act that prints the labels of batches in stock. */
export function useBatchLabels() {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  return labelRows<LabelledBatch>(async (row, { batchBars, codeBars }) => ({
    code: row.product_code,
    description: row.product_name,
    pairs: [
      [t('stock.batch'), row.batch_number ?? ''],
      [t('stock.quantity'), formats.quantity(row.quantity, unitOf(row.unit_of_measure))],
      [t('stock.warehouse'), row.warehouse_name],
      [t('levels.expiry'), formats.day(row.expiry_date)],
    ],
    bars: row.batch_number
      ? batchBars(row.product_code, {
          barcode: (await findProduct(row.product_code))?.barcode ?? null,
          batch: row.batch_number,
          quantity: row.quantity,
          unit: row.unit_of_measure,
          production: row.production_date,
          expiry: row.expiry_date,
        })
      : codeBars(row.product_code),
  }));
}
