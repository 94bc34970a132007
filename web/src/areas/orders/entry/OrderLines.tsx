import { Group, Pagination, Text } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lineAmount, toNumber } from '@bobina/contract/core/decimal.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { dayOrNull } from '../../../lib/days.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import type { LineRules } from '../../../ui/lines/LineRow.tsx';
import { OrderLinesPanel } from '../../../ui/lines/OrderLinesPanel.tsx';
import { orderTotal } from '../../../ui/lines/priced-line.ts';
import { useOrderLines } from '../../../ui/lines/use-order-lines.ts';
import { toast } from '../../../ui/toasts.ts';
import { useEntryColumns } from './line-columns.tsx';
import { newLine, productPart, type OrderLine } from './order-line.ts';
import { ProductSearch } from './ProductSearch.tsx';
import { useListPrices } from './use-list-prices.ts';
import { usePaste } from './use-paste.ts';

const FIELDS = ['product_id', 'unit_price', 'quantity', 'delivery_date'] as const;
/** Lines rendered per page: an imported order may have thousands. */
const PAGE_LINES = 100;

/** Shows the lines of a customer order as a keyboard grid. Accepts rows pasted from a spreadsheet. */
export function OrderLines() {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const requested = dayOrNull(useFieldValue<string | null>('requested_delivery_date'));
  const order = useOrderLines<OrderLine>({
    newLine: () => newLine({ delivery_date: requested }),
    fields: FIELDS,
    pageLines: PAGE_LINES,
  });
  useListPrices();
  /** Sets the order's delivery day on lines without one. */
  const append = (added: readonly OrderLine[]) =>
    order.append(added.map((line) => ({ ...line, delivery_date: line.delivery_date ?? requested })));
  const paste = usePaste(order.grid, (pasted) => {
    append(pasted);
    toast.success(t('paste.done', { count: pasted.length, shown: formats.number(pasted.length) }));
  });
  const addProduct = (product: Product) => order.keys.focus(append([newLine(productPart(product))]), 'unit_price');
  return (
    <OrderLinesPanel
      order={order}
      columns={useEntryColumns(order.acts)}
      rules={useRules()}
      title={t('lines.title')}
      hint={t('lines.hint')}
      before={<ProductSearch onPick={addProduct} />}
      paste={paste}
      notTaken={t('paste.notTaken')}
      none={t('lines.none')}
      add={{ label: t('lines.add') }}
      total={{ label: t('lines.orderTotal'), amount: formats.money(toNumber(orderTotal(order.lines, lineAmount))) }}
    >
      {order.pages.total > 1 && (
        <Group justify="center">
          <Pagination
            value={order.pages.at}
            total={order.pages.total}
            onChange={order.pages.setPage}
            getControlProps={(control) => ({
              'aria-label': t(`lines.${control === 'next' ? 'nextPage' : 'previousPage'}`),
            })}
            getItemProps={(number) => ({ 'aria-label': t('lines.page', { page: formats.number(number) }) })}
          />
        </Group>
      )}
    </OrderLinesPanel>
  );
}

function useRules(): LineRules<OrderLine> {
  const { t } = useTranslation('orders');
  return useMemo(
    () => ({
      removeLabel: (index) => t('lines.remove', { row: index + 1 }),
      isLocked: ({ used }) => used > 0,
      note: (line) => line.used > 0 && <UsedQuantity line={line} />,
    }),
    [t],
  );
}

function UsedQuantity({ line: { used, unit } }: { line: OrderLine }) {
  const { t } = useTranslation('orders');
  const formats = useFormats();
  const unitOf = useUnit();
  return (
    <Text c="dimmed" size="sm">
      {t('lines.used', { quantity: formats.quantity(used, unit ? unitOf(unit) : '') })}
    </Text>
  );
}
