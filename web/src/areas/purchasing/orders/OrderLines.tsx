import { Alert, Button, Text } from '@mantine/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { lineTotal, toNumber } from '@bobina/contract/core/decimal.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useFieldValue } from '../../../ui/form/form-context.ts';
import { productName } from '../../../ui/form/pickers.tsx';
import type { LineRules } from '../../../ui/lines/LineRow.tsx';
import { OrderLinesPanel } from '../../../ui/lines/OrderLinesPanel.tsx';
import { orderTotal } from '../../../ui/lines/priced-line.ts';
import { useOrderLines } from '../../../ui/lines/use-order-lines.ts';
import { toast } from '../../../ui/toasts.ts';
import { useSupplierColumns } from './line-columns.tsx';
import { newLine, productPart, type OrderLine } from './order-line.ts';
import { lotNote, useLineLots } from './use-line-lots.tsx';
import { useLinePrices } from './use-line-prices.ts';
import { usePaste } from './use-paste.ts';
import { useSupplierProducts } from './use-supplier-products.ts';

const FIELDS = ['product_id', 'quantity', 'unit_price'] as const;

/** Shows the lines of a supplier order as a keyboard grid. Accepts rows pasted from a spreadsheet. */
export function OrderLines() {
  const { t } = useTranslation('purchasing');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const supplierId = useFieldValue<number | null>('supplier_id');
  const products = useSupplierProducts(supplierId);
  const order = useOrderLines<OrderLine>({ newLine, fields: FIELDS });
  const fillPrices = useLinePrices();
  const fillLots = useLineLots();
  const paste = usePaste(order.grid, supplierId === null ? undefined : products.data, (pasted) => {
    order.append(pasted);
    toast.success(t('paste.done', { count: pasted.length, shown: formats.number(pasted.length) }));
    void fillPrices(supplierId!, pasted);
    void fillLots(pasted);
  });

  const options = useMemo(
    () => (products.data ?? []).map((product) => ({ value: String(product.id), label: productName(product) })),
    [products.data],
  );
  const { acts } = order;
  const onProduct = useCallback(
    (index: number, id: number | null) => {
      const product = products.data?.find((one) => one.id === id);
      if (!product || acts.lineAt(index)?.product_id === id) return;
      const line = acts.fill(index, { ...productPart(product), unit_price: null, lots: undefined });
      if (!line) return;
      void fillPrices(supplierId!, [line]);
      void fillLots([line]);
    },
    [products.data, supplierId, acts], // oxlint-disable-line react-hooks/exhaustive-deps -- fillPrices and fillLots read the form as it is then
  );
  const currencies = [...new Set(order.lines.flatMap(({ currency }) => currency ?? []))];
  const columns = useSupplierColumns({
    acts,
    options,
    isLoading: products.isFetching,
    showsReceived: order.lines.some(({ received }) => received > 0),
    onProduct,
  });
  return (
    <OrderLinesPanel
      order={order}
      columns={columns}
      rules={useRules(order)}
      title={t('lines.title')}
      hint={supplierId === null ? t('lines.supplierFirst') : t('lines.hint')}
      before={
        <>
          {products.isError && (
            <Alert color="red" variant="light" title={t('orders.productsFailed')}>
              <Button size="sm" color="red.8" onClick={() => void products.refetch()}>
                {common('action.retry')}
              </Button>
            </Alert>
          )}
          {supplierId !== null && products.data?.length === 0 && (
            <Alert color="yellow" variant="light">
              {t('lines.noProducts')}
            </Alert>
          )}
        </>
      }
      paste={paste}
      notTaken={t('paste.notTaken')}
      none={t('lines.none')}
      add={{ label: t('lines.add'), disabled: supplierId === null }}
      total={{
        label: t('lines.orderTotal'),
        amount: formats.money(toNumber(orderTotal(order.lines, lineTotal)), currencies[0]),
      }}
    >
      {currencies.length > 1 && (
        <Text c="var(--mantine-color-error)" size="sm">
          {t('lines.otherCurrency')}
        </Text>
      )}
    </OrderLinesPanel>
  );
}

function useRules({ acts, keys }: ReturnType<typeof useOrderLines<OrderLine>>): LineRules<OrderLine> {
  const { t } = useTranslation('purchasing');
  return useMemo(
    () => ({
      removeLabel: (index) => t('lines.remove', { row: index + 1 }),
      isLocked: ({ isLocked }) => isLocked,
      note: (line, index) => {
        if (line.wasReceived) return t('lines.wasReceived');
        return lotNote(line, (quantity) => {
          acts.set(index, 'quantity', quantity);
          keys.focus(index, 'quantity');
        });
      },
    }),
    [t, acts], // oxlint-disable-line react-hooks/exhaustive-deps -- the keys find the cell in the grid as it is then
  );
}
