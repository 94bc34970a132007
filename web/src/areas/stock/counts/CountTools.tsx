import { IconFileSpreadsheet, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { StockCount, StockCountItem } from '@bobina/contract/stock/counts.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { exportTables } from '../../../ui/export/export-rows.ts';
import { ToolButton } from '../../../ui/page/PageAction.tsx';
import { printTable } from '../../../ui/print/elements.ts';
import { printDocument } from '../../../ui/print/print-document.ts';
import { alignOf, isEmptyValue, textOf, valueOf, type Column } from '../../../ui/table/columns.tsx';

interface Props {
  count: StockCount;
  /** The rows that the filters of the sheet leave. */
  rows: readonly StockCountItem[];
}

/** The buttons that print and export the shown rows of a posted count. */
export function CountTools({ count, rows }: Props) {
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const columns: Column<StockCountItem>[] = [
    { key: 'product_code', label: t('stock.code') },
    { key: 'product_name', label: t('stock.product') },
    { key: 'batch_number', label: t('stock.batch') },
    { key: 'book_quantity', label: t('sheet.book'), kind: 'number' },
    { key: 'counted_quantity', label: t('sheet.counted'), kind: 'number' },
    { key: 'difference', label: t('sheet.difference'), kind: 'number' },
    { key: 'unit_of_measure', label: t('stock.unit'), value: ({ unit_of_measure }) => unitOf(unit_of_measure) },
    { key: 'counted_at', label: t('sheet.by'), kind: 'instant' },
  ];
  const table = { title: t('sheet.title', { warehouse: count.warehouse_name }), columns, rows };
  const subtitle = t('sheet.postedBy', { when: formats.instant(count.posted_at!), who: count.posted_by_name ?? '—' });
  const print = () =>
    printDocument({
      title: table.title,
      subtitle,
      landscape: true,
      content: () => {
        const heads = columns.map((column) => ({
          label: column.label,
          ...(alignOf(column) === 'end' && { align: 'end' as const }),
        }));
        const text = (column: Column<StockCountItem>, row: StockCountItem) =>
          isEmptyValue(valueOf(column, row)) ? '' : textOf(column, row, formats);
        return Promise.resolve([
          printTable(
            heads,
            rows.map((row) => columns.map((column) => text(column, row))),
          ),
        ]);
      },
    });
  return (
    <>
      <ToolButton
        disabled={rows.length === 0}
        label={common('action.print')}
        icon={<IconPrinter size={18} />}
        onClick={() => void print()}
      />
      <ToolButton
        disabled={rows.length === 0}
        label={common('action.export')}
        icon={<IconFileSpreadsheet size={18} />}
        onClick={() => void exportTables(table.title, [table])}
      />
    </>
  );
}
