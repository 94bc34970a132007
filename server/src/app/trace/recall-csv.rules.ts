import type { Recall } from '@bobina/contract/system/trace.ts';

const BATCH_COLUMNS = ['made', 'adjusted', 'delivered', 'used_on', 'in_stock', 'foots', 'recalled'] as const;
const DELIVERY_COLUMNS = [
  'customer_name',
  'contact_name',
  'email',
  'phone',
  'packing_list_number',
  'date',
  'quantity',
  'destination',
] as const;
const HEADINGS = ['product_code', 'batch_number', 'unit_of_measure', ...BATCH_COLUMNS, ...DELIVERY_COLUMNS];

/**
 * The recall as CSV for spreadsheets: one line per delivery, and one for each batch without deliveries. UTF-8 with a byte
 * order mark, semicolons, decimal points. A text that a spreadsheet would read as a formula gets an apostrophe.
 */
export function recallCsv({ batches, customers }: Recall): string {
  const deliveries = customers.flatMap(({ deliveries: sent, ...customer }) =>
    sent.map((delivery) => ({ ...customer, ...delivery })),
  );
  const rows = batches.flatMap((batch) => {
    const start = [
      batch.product_code,
      batch.batch_number,
      batch.unit_of_measure,
      ...BATCH_COLUMNS.map((key) => batch[key]),
    ];
    const own = deliveries.filter(({ batch_id }) => batch_id === batch.batch_id);
    if (own.length === 0) return [[...start, ...DELIVERY_COLUMNS.map(() => null)]];
    return own.map((delivery) => [...start, ...DELIVERY_COLUMNS.map((key) => delivery[key])]);
  });
  return `\uFEFF${[HEADINGS, ...rows].map((row) => row.map(cell).join(';')).join('\r\n')}\r\n`;
}

function cell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
