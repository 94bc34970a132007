import { Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconClipboardCheck, IconTrash } from '@tabler/icons-react';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { StockCount, StockCountItem } from '@bobina/contract/stock/counts.ts';
import { useFormats } from '../../../lib/formats.ts';
import { session, useCan } from '../../../lib/session.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { SearchBox } from '../../../ui/page/SearchBox.tsx';
import { EmptyState, NoMatch } from '../../../ui/table/TableStates.tsx';
import { choiceFilter, textFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { toast } from '../../../ui/toasts.ts';
import { ProductAdder } from '../transfers/ProductAdder.tsx';
import { BatchPrompt } from './BatchPrompt.tsx';
import { LIST } from './calls.ts';
import { CountItem } from './CountItem.tsx';
import { CountStatus } from './CountStatus.tsx';
import classes from './counts.module.css';
import { VIEWS, addedItem, matching, type View } from './sheet-rows.ts';
import { keyOf, useCountEdits } from './use-count-edits.ts';
import { useCountActs } from './use-count-acts.tsx';

const ADDER = 'count-product';
const PAGE_ROWS = 100;
/** What is counted one by one: each scan is one of it. What is weighed or measured is typed. */
const ONE_BY_ONE: ReadonlySet<string> = new Set(['piece', 'box']);
const Filters = z.object({ q: textFilter(), view: choiceFilter(VIEWS) });

/** Asks before typed quantities that could not be saved are left behind. */
const useGuard = (hasUnsaved: () => boolean) => {
  const { t } = useTranslation();
  const isUnsaved = () => hasUnsaved() && session.token() !== null;
  useBlocker({
    shouldBlockFn: async ({ current, next }) => {
      const sheetOf = ({ search }: { search: unknown }) => (search as { sheet?: unknown }).sheet;
      if (current.pathname === next.pathname && sheetOf(current) === sheetOf(next)) return false;
      return (
        isUnsaved() &&
        !(await confirm({
          title: t('form.leaveTitle'),
          message: t('form.leave'),
          confirmLabel: t('form.leaveConfirm'),
          cancelLabel: t('form.stay'),
          danger: true,
        }))
      );
    },
    enableBeforeUnload: isUnsaved,
  });
};

/** The sheet of one count: filled in row by row, then posted in one act. */
export const OpenedSheet = ({ count }: { count: StockCount }) => {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const mayWrite = useCan()('stock.write');
  const isOpen = count.status === 'open' && mayWrite;
  const [{ q = '', view = 'all' }, setFilters] = useFilters(Filters);
  const [added, setAdded] = useState<readonly StockCountItem[]>([]);
  const [limit, setLimit] = useState(PAGE_ROWS);
  /** The row that was counted by a scan, and how many scans there were. */
  const [scans, setScans] = useState({ key: '', times: 0 });
  const [asking, setAsking] = useState<Product | null>(null);
  const counting = useCountEdits(count.id);
  const acts = useCountActs(count.id);
  const list = useRef<HTMLUListElement>(null);
  /** The row that takes the focus once it is there. */
  const [wanted, setWanted] = useState<{ key: string } | null>(null);
  const focused = useRef(wanted);
  /** The row that was found by a scan: after it comes the next scan, not the next row. */
  const found = useRef<string | null>(null);
  useGuard(counting.hasUnsaved);

  const all = useMemo(() => {
    const known = new Set(count.items.map(keyOf));
    const own = count.status === 'open' ? added.filter((item) => !known.has(keyOf(item))) : [];
    return [...own, ...count.items];
  }, [count, added]);
  const rows = useMemo(() => matching(all, { q, view }), [all, q, view]);
  const shown = rows.slice(0, limit);
  const inputOf = (key: string) =>
    list.current?.querySelector<HTMLInputElement>(`[data-key="${CSS.escape(key)}"] input`);
  useEffect(() => {
    const input = wanted === null || focused.current === wanted ? undefined : inputOf(wanted.key);
    if (!input) return;
    focused.current = wanted;
    input.focus();
    input.scrollIntoView({ block: 'center' });
  });

  /** The field starts over with what it holds now. */
  const countOne = (item: StockCountItem) => {
    counting.addOne(item);
    setScans({ key: keyOf(item), times: scans.times + 1 });
  };
  const goTo = (key: string, isScanned: boolean) => {
    setWanted({ key });
    found.current = isScanned ? key : null;
    setFilters({ q: undefined, view: undefined });
    const index = all.findIndex((item) => keyOf(item) === key);
    setLimit((before) => Math.max(before, index + PAGE_ROWS));
  };
  const add = (product: Product, batch: string | null): StockCountItem => {
    const item = addedItem(product, batch);
    const known = all.find((row) => keyOf(row) === keyOf(item));
    if (!known) setAdded([item, ...added]);
    goTo(keyOf(item), true);
    return known ?? item;
  };
  const pick = (product: Product, scanned?: { batch: string | null }) => {
    const own = all.filter(({ product_id }) => product_id === product.id);
    const batch = (product.has_batch && scanned?.batch) || null;
    const isKnown = !product.has_batch || batch !== null || (scanned !== undefined && own.length === 1);
    if (isKnown) {
      const named = batch ?? (own.length === 1 ? own[0]!.batch_number : null);
      const item = add(product, named);
      if (scanned && ONE_BY_ONE.has(product.unit_of_measure)) countOne(item);
      return;
    }
    // A code that names the product alone goes on with the batches that are here. Who searches may add another one.
    const next = own.find((item) => item.counted_quantity === null && !counting.edits.has(keyOf(item))) ?? own[0];
    if (next && scanned) goTo(keyOf(next), true);
    else setAsking(product);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    const fields = [...list.current!.querySelectorAll<HTMLInputElement>('input')];
    const isFound = event.target.closest<HTMLElement>('[data-key]')?.dataset['key'] === found.current;
    const next = isFound ? undefined : fields[fields.indexOf(event.target) + 1];
    (next ?? document.getElementById(ADDER))?.focus();
  };
  const post = async () => {
    if (!(await counting.saveAll())) return toast.error(t('sheet.notSaved'));
    const inTheWay = await acts.post();
    if (inTheWay) goTo(inTheWay, false);
  };
  const amounts = {
    all: all.length,
    open: all.filter((item) => item.counted_quantity === null).length,
    different: all.filter(({ difference }) => difference).length,
  };
  return (
    <Page
      title={t('sheet.title', { warehouse: count.warehouse_name })}
      subtitle={
        <div className={classes.about}>
          <CountStatus status={count.status} />
          <span>
            {t('sheet.openedBy', { when: formats.instant(count.created_at), who: count.created_by_name ?? '—' })}
          </span>
          {count.posted_at && (
            <span>
              {t('sheet.postedBy', { when: formats.instant(count.posted_at), who: count.posted_by_name ?? '—' })}
            </span>
          )}
          {count.notes && <span>{count.notes}</span>}
        </div>
      }
      actions={
        <>
          <LinkButton to={LIST} variant="default" leftSection={<IconArrowLeft size={18} />}>
            {t('sheet.back')}
          </LinkButton>
          {isOpen && (
            <>
              <Button
                variant="default"
                leftSection={<IconTrash size={18} />}
                disabled={acts.isBusy}
                onClick={() => void acts.remove(count, counting.forget)}
              >
                {t('sheet.delete')}
              </Button>
              <Button leftSection={<IconClipboardCheck size={18} />} loading={acts.isBusy} onClick={() => void post()}>
                {t('sheet.post')}
              </Button>
            </>
          )}
        </>
      }
    >
      {isOpen && (
        <div className={`${classes.sheet} ${classes.adder}`}>
          <ProductAdder id={ADDER} label={t('sheet.add')} onPick={pick} />
        </div>
      )}
      <div className={classes.sheet}>
        <search className={classes.filters}>
          <SearchBox value={q} onChange={(term) => setFilters({ q: term })} label={t('sheet.search')} />
          <SegmentedControl
            className={classes.views!}
            aria-label={t('sheet.views')}
            value={view}
            onChange={(next) => setFilters({ view: next === 'all' ? undefined : (next as View) })}
            data={VIEWS.map((value) => ({
              value,
              label: t(`sheet.view.${value}`, { shown: formats.number(amounts[value]) }),
            }))}
          />
        </search>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the fields inside */}
        <ul className={classes.items} ref={list} onKeyDown={onKeyDown} aria-label={t('sheet.rows')}>
          {shown.map((item) => {
            const edit = counting.edits.get(keyOf(item));
            return (
              <CountItem
                key={`${keyOf(item)} ${scans.key === keyOf(item) ? scans.times : ''}`}
                item={item}
                isOpen={isOpen}
                value={edit ? edit.value : item.counted_quantity}
                problem={edit?.problem ?? acts.refused.get(keyOf(item))}
                onEnter={(value) => counting.enter(item, value)}
                onLeave={() => counting.save(item)}
              />
            );
          })}
        </ul>
        {rows.length > limit && (
          <div className={classes.more}>
            <Button variant="default" onClick={() => setLimit(limit + PAGE_ROWS)}>
              {t('sheet.more', { shown: formats.number(limit), total: formats.number(rows.length) })}
            </Button>
          </div>
        )}
        {all.length === 0 && <EmptyState title={t('sheet.empty')} hint={t('sheet.emptyHint')} />}
        {all.length > 0 && rows.length === 0 && (
          <NoMatch onClear={() => setFilters({ q: undefined, view: undefined })} />
        )}
      </div>
      {asking && (
        <BatchPrompt
          product={asking}
          onClose={() => setAsking(null)}
          onAdd={(batch) => (setAsking(null), add(asking, batch))}
        />
      )}
    </Page>
  );
};
