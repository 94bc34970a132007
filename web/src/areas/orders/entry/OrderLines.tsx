import { Alert, Button, Group, Pagination, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { toNumber } from '@bobina/contract/core/decimal.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useFormHere } from '../../../ui/form/form-context.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import classes from '../../../ui/lines/lines.module.css';
import { PasteQuestion } from '../../../ui/lines/PasteQuestion.tsx';
import { useLineKeys } from '../../../ui/lines/use-line-keys.ts';
import { toast } from '../../../ui/toasts.ts';
import { LineRow, type NumberName } from './LineRow.tsx';
import { isEmptyLine, newLine, orderTotal, productPart, type OrderLine } from './order-line.ts';
import { ProductSearch } from './ProductSearch.tsx';
import { usePaste } from './use-paste.ts';

const FIELDS = ['product_id', 'unit_price', 'quantity', 'delivery_date'] as const;
/** Lines drawn at once: an imported order may have thousands. */
const PAGE_LINES = 100;

/** `items.3.quantity` → the errors of line 3, by field, as one text. */
const errorsOf = (errors: Record<string, unknown>, index: number): string =>
  JSON.stringify(
    Object.fromEntries(
      Object.entries(errors)
        .filter(([path]) => path === `items.${index}` || path.startsWith(`items.${index}.`))
        .map(([path, text]) => [path.split('.')[2] ?? '', String(text)]),
    ),
  );
const firstBad = (errors: Record<string, unknown>): number | undefined => {
  const bad = Object.keys(errors).flatMap((path) => (/^items\.\d+/.test(path) ? Number(path.split('.')[1]) : []));
  return bad.length > 0 ? Math.min(...bad) : undefined;
};

/** What is done to the lines of the form around. */
const useLines = () => {
  const form = useFormHere();
  const lines = form.useWatchValue('items') as OrderLine[];
  const requested = form.useWatchValue('requested_delivery_date') as string | null;
  const current = () => (form.getValues() as { items: OrderLine[] }).items;
  const write = (next: OrderLine[]) => {
    form.setErrors(
      (before: Record<string, unknown>) =>
        Object.fromEntries(Object.entries(before).filter(([path]) => !path.startsWith('items'))) as never,
    );
    form.setFieldValue('items', next);
  };
  /** Takes the place of the empty lines; what says no day takes the order's. */
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
};

/** The lines of an order: a grid for the keyboard that takes rows from a spreadsheet. */
export const OrderLines = () => {
  const { t } = useTranslation('orders');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const { form, lines, write, append, set, current, addEmpty } = useLines();
  const grid = useRef<HTMLElement>(null);
  const [page, setPage] = useState(1);
  const pages = Math.max(1, Math.ceil(lines.length / PAGE_LINES));
  // A refused line comes into sight.
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
        keys.focus(index, 'unit_price');
      },
      onNumber: (index: number, field: NumberName, value: Entered) => set(index, field, value),
      onDay: (index: number, day: string | null) => set(index, 'delivery_date', day),
      onRemove: (index: number) => {
        write(current().filter((_, other) => other !== index));
        if (index > 0) keys.focus(index - 1, 'quantity');
      },
    }),
    [], // oxlint-disable-line react-hooks/exhaustive-deps -- the form and the grid stay, and lines that stay are not drawn again
  );

  const problem = form.errors['items'] as string | undefined;
  const head = (text: string, className = '') => (
    <th scope="col" className={className}>
      {text}
    </th>
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the fields inside
    <section
      ref={grid}
      className={classes.panel}
      aria-label={t('lines.title')}
      data-path="items"
      tabIndex={-1}
      onKeyDown={keys.onKeyDown}
    >
      <div className={classes.head}>
        <Title order={2} fz="md">
          {t('lines.title')}
        </Title>
        <Text c="dimmed" size="sm">
          {t('lines.hint')}
        </Text>
      </div>
      <ProductSearch onPick={addProduct} />
      {problem && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {problem}
        </Text>
      )}
      {paste.notTaken.length > 0 && (
        <Alert
          color="yellow"
          variant="light"
          title={t('paste.notTaken')}
          withCloseButton
          closeButtonLabel={common('action.close')}
          onClose={paste.forget}
        >
          <ul style={{ margin: 0 }}>
            {paste.notTaken.map((row, index) => (
              <li key={index}>{row}</li>
            ))}
          </ul>
        </Alert>
      )}
      {lines.length === 0 ? (
        <Text c="dimmed">{t('lines.none')}</Text>
      ) : (
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
                  errors={errorsOf(form.errors, from + index)}
                  {...acts}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
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
      <div className={classes.foot}>
        <Button
          variant="light"
          leftSection={<IconPlus size={18} />}
          onClick={() => (add(), keys.focus(current().length - 1, 'product_id'))}
        >
          {t('lines.add')}
        </Button>
        <Text component="div" aria-live="polite">
          {t('lines.orderTotal')}: <span className={classes.sum}>{formats.money(toNumber(orderTotal(lines)))}</span>
        </Text>
      </div>
      {paste.question && <PasteQuestion number={paste.question} onAnswer={paste.answer} />}
    </section>
  );
};
