import { Group, Pagination } from '@mantine/core';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { dayOrNull } from '../../../lib/days.ts';
import { useFormats } from '../../../lib/formats.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import { errorsOfLine, useFormLines } from '../../../ui/lines/form-lines.ts';
import classes from '../../../ui/lines/lines.module.css';
import { LinesPanel } from '../../../ui/lines/LinesPanel.tsx';
import { isEmptyLine } from '../../../ui/lines/priced-line.ts';
import { useLineKeys } from '../../../ui/lines/use-line-keys.ts';
import { toast } from '../../../ui/toasts.ts';
import { LineRow, type NumberName } from './LineRow.tsx';
import { newLine, orderTotal, productPart, type OrderLine } from './order-line.ts';
import { ProductSearch } from './ProductSearch.tsx';
import { useListPrices } from './use-list-prices.ts';
import { usePaste } from './use-paste.ts';

const FIELDS = ['product_id', 'unit_price', 'quantity', 'delivery_date'] as const;
/** Lines rendered per page: an imported order may have thousands. */
const PAGE_LINES = 100;

/** Shows the lines of an order as a keyboard grid. Accepts rows pasted from a spreadsheet. */
export function OrderLines() {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const { form, lines, write, append, set, current, addEmpty } = useLines();
  useListPrices();
  const grid = useRef<HTMLElement>(null);
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(lines.length / PAGE_LINES));
  // Scrolls to the first line with an error.
  const bad = firstBad(form.errors);
  const [shownBad, setShownBad] = useState(bad);
  if (bad !== shownBad) {
    setShownBad(bad);
    if (bad !== undefined) setPage(Math.floor(bad / PAGE_LINES) + 1);
  }
  const at = Math.min(page, pages);
  const from = (at - 1) * PAGE_LINES;

  const showLast = (index: number) => setPage(Math.floor(index / PAGE_LINES) + 1);
  const add = () => (addEmpty(), showLast(current().length - 1));
  const keys = useLineKeys(grid, lines.length, add, FIELDS);
  const paste = usePaste(grid, (pasted) => {
    showLast(append(pasted));
    toast.success(t('paste.done', { count: pasted.length, shown: formats.number(pasted.length) }));
  });
  const addProduct = (product: Product) => {
    const index = append([newLine(productPart(product))]);
    showLast(index);
    keys.focus(index, 'unit_price');
  };
  const acts = useMemo(
    () => ({
      onProduct: (index: number, product: Product | undefined) => {
        const line = current()[index];
        if (!product || !line) return;
        form.clearFieldError(`items.${index}.product_id`);
        form.setFieldValue(`items.${index}`, { ...line, ...productPart(product) });
        if (isProductCell(document.activeElement, index)) keys.focus(index, 'unit_price');
      },
      onNumber: (index: number, field: NumberName, value: Entered) => set(index, field, value),
      onDay: (index: number, day: string | null) => set(index, 'delivery_date', day),
      onRemove: (index: number) => {
        write(current().filter((_, other) => other !== index));
        if (index > 0) keys.focus(index - 1, 'quantity');
      },
    }),
    [], // oxlint-disable-line react-hooks/exhaustive-deps -- the form and the grid are stable; unchanged lines are not rendered again
  );

  const head = (text: string, className = '') => (
    <th scope="col" className={className}>
      {text}
    </th>
  );
  return (
    <LinesPanel
      grid={grid}
      onKeyDown={keys.onKeyDown}
      title={t('lines.title')}
      hint={t('lines.hint')}
      before={<ProductSearch onPick={addProduct} />}
      paste={paste}
      notTaken={t('paste.notTaken')}
      none={lines.length === 0 && t('lines.none')}
      add={{ label: t('lines.add'), onClick: () => (add(), keys.focus(current().length - 1, 'product_id')) }}
      total={{ label: t('lines.orderTotal'), amount: formats.money(toNumber(orderTotal(lines))) }}
    >
      <div className={classes.scroll}>
        <table className={classes.table} style={{ minWidth: 860 }}>
          <thead>
            <tr>
              <th scope="col" className={classes.number}>
                <span className="visually-hidden">{t('lines.title')}</span>
              </th>
              {head(t('lines.product'))}
              {head(t('lines.unit_price'), `${classes.price} ${classes.end}`)}
              {head(t('lines.quantity'), `${classes.quantity} ${classes.end}`)}
              {head(t('lines.delivery_date'), classes.quantity)}
              {head(t('lines.total'), `${classes.total} ${classes.end}`)}
              <th scope="col" className={classes.tools}>
                <span className="visually-hidden">{common('list.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {lines.slice(from, from + PAGE_LINES).map((line, index) => (
              <LineRow
                key={line.key}
                index={from + index}
                line={line}
                errors={JSON.stringify(errorsOfLine(form.errors, from + index))}
                {...acts}
              />
            ))}
          </tbody>
        </table>
      </div>
      {pages > 1 && (
        <Group justify="center">
          <Pagination
            value={at}
            total={pages}
            onChange={setPage}
            getControlProps={(control) => ({
              'aria-label': t(`lines.${control === 'next' ? 'nextPage' : 'previousPage'}`),
            })}
            getItemProps={(number) => ({ 'aria-label': t('lines.page', { page: formats.number(number) }) })}
          />
        </Group>
      )}
    </LinesPanel>
  );
}

function firstBad(errors: Record<string, unknown>): number | undefined {
  const bad = Object.keys(errors).flatMap((path) => (/^items\.\d+/.test(path) ? Number(path.split('.')[1]) : []));
  return bad.length > 0 ? Math.min(...bad) : undefined;
}

/** Returns whether the focus is still in the product cell: a choice that arrives later must not move the focus. */
function isProductCell(element: Element | null, index: number): boolean {
  return (element as HTMLElement | null)?.dataset['path'] === `items.${index}.product_id`;
}

/** Returns the operations on the lines of the enclosing form. */
function useLines() {
  const { form, lines, write, current } = useFormLines<OrderLine>();
  const requested = dayOrNull(form.useWatchValue('requested_delivery_date') as string | null);
  /** Replaces empty lines and sets the order's delivery day on lines without one. */
  const append = (added: readonly OrderLine[]): number => {
    const kept = current().filter((line) => !isEmptyLine(line));
    write([...kept, ...added.map((line) => ({ ...line, delivery_date: line.delivery_date ?? requested }))]);
    return kept.length + added.length - 1;
  };
  const set = (index: number, field: keyof OrderLine, value: unknown) => {
    form.clearFieldError(`items.${index}.${field}`);
    form.setFieldValue(`items.${index}.${field}`, value, { forceUpdate: false });
  };
  return {
    form,
    lines,
    write,
    append,
    set,
    current,
    addEmpty: () => write([...current(), newLine({ delivery_date: requested })]),
  };
}
