import type { TFunction } from 'i18next';
import { companyToday } from '../../../lib/company-day.ts';
import type { Formats } from '../../../lib/formats.ts';
import { el, printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { isExpired, type ProductStock } from './group.ts';

const DELAY = 250;

interface Report {
  title: string;
  subtitle: string;
  products: readonly ProductStock[];
  withBatches: boolean;
}

/** The stock as filtered, on paper; with every warehouse and batch when asked for. */
export function printLevels(
  { title, subtitle, products, withBatches }: Report,
  t: TFunction<'stock'>,
  formats: Formats,
  unitOf: (unit: string) => string,
): Promise<void> {
  return printDocument({
    title,
    subtitle,
    delay: DELAY,
    content: () => {
      const today = companyToday();
      const heads = [
        { label: t('stock.code') },
        { label: t('stock.description') },
        { label: t('stock.family') },
        { label: t('stock.quantity'), align: 'end' as const },
      ];
      const line = (product: ProductStock) => [
        product.product_code,
        product.product_description,
        product.product_category,
        formats.quantity(product.quantity, unitOf(product.unit_of_measure)),
      ];
      if (!withBatches) return [printTable(heads, products.map(line))];
      const details = [
        { label: t('stock.warehouse') },
        { label: t('stock.batch') },
        { label: t('levels.expiry') },
        { label: t('levels.batchQuantity'), align: 'end' as const },
      ];
      return products.flatMap((product) => {
        const quantity = (value: number) => formats.quantity(value, unitOf(product.unit_of_measure));
        const rows = product.warehouses.flatMap((warehouse) =>
          warehouse.batches.length === 0
            ? [[warehouse.name, '', '', quantity(warehouse.quantity)]]
            : warehouse.batches.map((row) => [
                warehouse.name,
                row.batch_number ?? '',
                [row.expiry_date && formats.day(row.expiry_date), isExpired(row, today) && t('levels.expired')]
                  .filter(Boolean)
                  .join(' · '),
                quantity(row.quantity),
              ]),
        );
        return [
          el('h2', {}, `${product.product_code} · ${product.product_description}`),
          printTable(details, rows, [t('stock.quantity'), '', '', quantity(product.quantity)]),
        ];
      });
    },
  });
}
