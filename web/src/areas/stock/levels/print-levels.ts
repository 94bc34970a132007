import type { TFunction } from 'i18next';
import type { StockRow, StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import type { Formats } from '../../../lib/formats.ts';
import { readAll } from '../../../ui/export/read-all.ts';
import { el, printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { isExpired } from './is-expired.ts';

const DELAY = 250;

interface Report {
  title: string;
  subtitle: string;
  /** Filters of the stock calls. */
  filters: Record<string, unknown>;
  sort: string;
  withBatches: boolean;
}

/** Prints all of the filtered stock, with its warehouses and batches on request. Reads it from the server. */
export function printLevels(
  { title, subtitle, filters, sort, withBatches }: Report,
  t: TFunction<'stock'>,
  formats: Formats,
  unitOf: (unit: string) => string,
): Promise<void> {
  return printDocument({
    title,
    subtitle,
    delay: DELAY,
    content: async () => {
      const products = await readAll<StockSummaryRow>(api.stock.summary, { group: 'product', ...filters, sort });
      const today = companyToday();
      const heads = [
        { label: t('stock.code') },
        { label: t('stock.description') },
        { label: t('stock.family') },
        { label: t('stock.quantity'), align: 'end' as const },
      ];
      const line = (product: StockSummaryRow) => [
        product.code!,
        product.description!,
        product.category!,
        formats.quantity(product.quantity, unitOf(product.unit_of_measure)),
      ];
      if (!withBatches) return [printTable(heads, products.map(line))];
      const details = [
        { label: t('stock.warehouse') },
        { label: t('stock.batch') },
        { label: t('levels.expiry') },
        { label: t('levels.batchQuantity'), align: 'end' as const },
      ];
      const rowsOfAll = await readAll<StockRow>(api.stock.list, { ...filters, sort: 'product_code' });
      const batches = Map.groupBy(rowsOfAll, ({ product_id }) => product_id);
      return products.flatMap((product) => {
        const quantity = (value: number) => formats.quantity(value, unitOf(product.unit_of_measure));
        const rows = (batches.get(product.product_id!) ?? []).map((row) => [
          row.warehouse_name,
          row.batch_number ?? '',
          [row.expiry_date && formats.day(row.expiry_date), isExpired(row, today) && t('levels.expired')]
            .filter(Boolean)
            .join(' · '),
          quantity(row.quantity),
        ]);
        return [
          el('h2', {}, `${product.code} · ${product.description}`),
          printTable(details, rows, [t('stock.quantity'), '', '', quantity(product.quantity)]),
        ];
      });
    },
  });
}
