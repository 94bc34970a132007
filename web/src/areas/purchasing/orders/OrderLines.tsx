import { Alert, Button, Text } from '@mantine/core';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import { useFormats } from '../../../lib/formats.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { toast } from '../../../ui/toasts.ts';
import { LineRow } from './LineRow.tsx';
import classes from '../../../ui/lines/lines.module.css';
import { newLine, orderTotal, productPart, type OrderLine } from './order-line.ts';
import { errorsOfLine, useFormLines } from '../../../ui/lines/form-lines.ts';
import { LinesPanel } from '../../../ui/lines/LinesPanel.tsx';
import { isEmptyLine } from '../../../ui/lines/priced-line.ts';
import { useLineKeys } from '../../../ui/lines/use-line-keys.ts';
import { useLinePrices } from './use-line-prices.ts';
import { usePaste } from './use-paste.ts';
import { useSupplierProducts } from './use-supplier-products.ts';

/** The lines of an order: a grid for the keyboard that takes rows from a spreadsheet. */
export function OrderLines() {
  const { t } = useTranslation('purchasing');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const { form, lines, write, current } = useFormLines<OrderLine>();
  const supplierId = form.useWatchValue('supplier_id') as number | null;
  const grid = useRef<HTMLElement>(null);
  const products = useSupplierProducts(supplierId);
  const options = useMemo(
    () => (products.data ?? []).map((product) => ({ value: String(product.id), label: productName(product) })),
    [products.data],
  );
  const fillPrices = useLinePrices();

  const add = () => write([...current(), newLine()]);
  const keys = useLineKeys(grid, lines.length, add);
  const paste = usePaste(grid, supplierId === null ? undefined : products.data, (pasted) => {
    write([...current().filter((line) => !isEmptyLine(line)), ...pasted]);
    toast.success(t('paste.done', { count: pasted.length, shown: formats.number(pasted.length) }));
    void fillPrices(supplierId!, pasted);
  });
  const pick = (index: number, id: number | null) => {
    const product = products.data?.find((one) => one.id === id);
    const line = current()[index];
    if (!product || !line || line.product_id === id) return;
    const next = { ...line, ...productPart(product), unit_price: null };
    form.clearFieldError(`items.${index}.product_id`);
    form.setFieldValue(`items.${index}`, next);
    void fillPrices(supplierId!, [next]);
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.dataset['path'] === `items.${index}.product_id`)
      keys.focus(index, 'quantity');
  };
  const setNumber = (index: number, field: 'quantity' | 'unit_price', value: Entered) =>
    form.setFieldValue(`items.${index}.${field}`, value, { forceUpdate: false });
  const remove = (index: number) => {
    write(current().filter((_, at) => at !== index));
    if (index > 0) keys.focus(index - 1, 'quantity');
  };

  const currencies = [...new Set(lines.flatMap(({ currency }) => currency ?? []))];
  const showsReceived = lines.some(({ received }) => received > 0);
  const total = toNumber(orderTotal(lines));
  return (
    <LinesPanel
      grid={grid}
      onKeyDown={keys.onKeyDown}
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
      none={lines.length === 0 && t('lines.none')}
      add={{
        label: t('lines.add'),
        disabled: supplierId === null,
        onClick: () => (add(), keys.focus(lines.length, 'product_id')),
      }}
      total={{ label: t('lines.orderTotal'), amount: formats.money(total, currencies[0]) }}
    >
      <div className={classes.scroll}>
        <table className={classes.table}>
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                <span className="visually-hidden">{t('lines.title')}</span>
              </th>
              <th scope="col">{t('lines.product')}</th>
              <th scope="col" className={`${classes.quantity} ${classes.end}`}>
                {t('lines.quantity')}
              </th>
              <th scope="col" className={`${classes.price} ${classes.end}`}>
                {t('lines.unit_price')}
              </th>
              <th scope="col" className={`${classes.total} ${classes.end}`}>
                {t('lines.total')}
              </th>
              {showsReceived && (
                <th scope="col" className={`${classes.received} ${classes.end}`}>
                  {t('lines.received')}
                </th>
              )}
              <th scope="col" className={classes.tools}>
                <span className="visually-hidden">{common('list.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.map((line, index) => (
              <LineRow
                key={line.key}
                index={index}
                line={line}
                options={options}
                isLoading={products.isFetching}
                errors={errorsOfLine(form.errors, index)}
                showsReceived={showsReceived}
                onProduct={pick}
                onNumber={setNumber}
                onRemove={remove}
              />
            ))}
          </tbody>
        </table>
      </div>
      {currencies.length > 1 && (
        <Text c="var(--mantine-color-error)" size="sm">
          {t('lines.otherCurrency')}
        </Text>
      )}
    </LinesPanel>
  );
}
