import { Alert, Button, SegmentedControl } from '@mantine/core';
import { IconArrowLeft, IconClipboardCheck, IconTrash } from '@tabler/icons-react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { StockCount } from '@bobina/contract/stock/counts.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import type { Act } from '../../../lib/offline/acts.ts';
import { useShopFloor, useUnsentOn } from '../../../lib/offline/shop-floor.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { firstField } from '../../../ui/focus/focus-first.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { NotesButton } from '../../../ui/notes/NotesButton.tsx';
import { ReopenedNotice } from '../../../ui/offline/ReopenedNotice.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { SearchBox } from '../../../ui/page/SearchBox.tsx';
import { EmptyState, NoMatch } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import { ProductAdder } from '../transfers/ProductAdder.tsx';
import { BatchPrompt } from './BatchPrompt.tsx';
import { LIST } from './calls.ts';
import { CountItem, type RowActs } from './CountItem.tsx';
import { CountStatus } from './CountStatus.tsx';
import { CountTools } from './CountTools.tsx';
import classes from './counts.module.css';
import { queuedCount, type CountedBody } from './save-counted.ts';
import { keyOf, VIEWS, type View } from './sheet-rows.ts';
import { useCountActs } from './use-count-acts.tsx';
import { useCountEdits } from './use-count-edits.ts';
import { useGuard } from './use-guard.ts';
import { ADDER, useSheet } from './use-sheet.ts';

/** Shows the sheet of one count: rows are saved one by one, then posted together. */
export function OpenedSheet({ count, reopened }: { count: StockCount; reopened: Act | null }) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const mayWrite = useCan()('stock.write');
  const isOpen = count.status === 'open' && mayWrite;
  const counting = useCountEdits(count, reopened);
  const acts = useCountActs(count.id);
  const list = useRef<HTMLUListElement>(null);
  const sheet = useSheet(count, counting, list);
  const { all, rows, shown, limit, scans, asking } = sheet;
  /** Shows the row of a refused quantity as it was typed; a row that was added by hand is added again. */
  const showRefused = async ({ body, refusal }: Act) => {
    const { product_id, batch_number, counted_quantity } = (body as CountedBody).items[0]!;
    const known = all.find((item) => keyOf(item) === keyOf({ product_id, batch_number }));
    const product = known ? null : await queryClient.fetchQuery(api.products.get.query({ id: product_id }));
    const item = known ?? sheet.add(product!, batch_number);
    counting.enter(item, counted_quantity, refusal?.message);
    sheet.showItem(keyOf(item), false);
  };
  // The same for all renderings: a keystroke renders its row alone, and a scanner types faster than a long sheet renders.
  const newest = useRef(counting);
  useLayoutEffect(() => void (newest.current = counting));
  const [rowActs] = useState<RowActs>(() => ({
    enter: (item, value) => newest.current.enter(item, value),
    leave: (item) => newest.current.save(item),
  }));
  useGuard(counting.hasUnsaved);
  useEffect(() => {
    if (isOpen && reopened)
      showRefused(reopened).catch((error) => {
        counting.forgetRefused();
        toast.problem(error, t('adder.failed'));
      });
    else if (isOpen && list.current) firstField(list.current)?.focus();
  }, []); // oxlint-disable-line react-hooks/exhaustive-deps -- on mount only
  useShopFloor();
  const waiting = useUnsentOn(queuedCount(count.id));
  const unsent = waiting.filter(({ seq }) => seq !== counting.refused?.seq).length;
  const waitingRows = new Set(
    waiting.flatMap(({ state, body }) => (state === 'waiting' ? (body as CountedBody).items.map(keyOf) : [])),
  );

  const post = async () => {
    // Posting needs every counted quantity on the server.
    if (unsent > 0) return toast.error(t('sheet.unsent', { count: unsent, shown: formats.number(unsent) }));
    const unsaved = await counting.saveAll();
    if (unsaved.length > 0) {
      toast.error(t('sheet.notSaved'));
      return sheet.showItem(all.map(keyOf).find((key) => unsaved.includes(key)) ?? unsaved[0]!, false);
    }
    const blocking = await acts.post();
    if (blocking) sheet.showItem(blocking, false);
  };
  return (
    <Page
      title={t('sheet.title', { warehouse: count.warehouse_name })}
      subtitle={<Facts count={count} />}
      actions={
        <div className={isOpen ? classes.acts : classes.contents}>
          <LinkButton to={LIST} variant="default" leftSection={<IconArrowLeft size={18} />}>
            {t('sheet.back')}
          </LinkButton>
          <NotesButton entity="stock-counts" id={count.id} name={count.warehouse_name} />
          {count.status === 'posted' && <CountTools count={count} rows={rows} />}
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
              <Button
                className={classes.post!}
                leftSection={<IconClipboardCheck size={18} />}
                loading={acts.isBusy}
                onClick={() => void post()}
              >
                {t('sheet.post')}
              </Button>
            </>
          )}
        </div>
      }
    >
      {counting.refused && <ReopenedNotice act={counting.refused} isFinal={!isOpen} />}
      {unsent > 0 && (
        <Alert color="yellow" variant="light" mb="md">
          {t('sheet.unsent', { count: unsent, shown: formats.number(unsent) })}
        </Alert>
      )}
      {isOpen && (
        <div className={`${classes.sheet} ${classes.adder}`}>
          <ProductAdder id={ADDER} label={t('sheet.add')} onPick={sheet.pick} has={sheet.has} />
        </div>
      )}
      <div className={classes.sheet}>
        <SheetFilters sheet={sheet} />
        {rows.length > 0 && <Heads />}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles key events that bubble up from its fields */}
        <ul className={classes.items} ref={list} onKeyDown={sheet.onKeyDown} aria-label={t('sheet.rows')}>
          {shown.map((item) => {
            const edit = counting.edits.get(keyOf(item));
            return (
              <CountItem
                key={`${keyOf(item)} ${scans.key === keyOf(item) ? scans.times : ''}`}
                item={item}
                isOpen={isOpen}
                isWaiting={waitingRows.has(keyOf(item))}
                value={edit ? edit.value : item.counted_quantity}
                problem={edit?.problem ?? acts.refused.get(keyOf(item))}
                acts={rowActs}
              />
            );
          })}
        </ul>
        {rows.length > limit && (
          <div className={classes.more}>
            <Button variant="default" onClick={sheet.showMore}>
              {t('sheet.more', { shown: formats.number(limit), total: formats.number(rows.length) })}
            </Button>
          </div>
        )}
        {all.length === 0 && <EmptyState title={t('sheet.empty')} hint={t('sheet.emptyHint')} />}
        {all.length > 0 && rows.length === 0 && (
          <NoMatch onClear={() => sheet.setFilters({ q: undefined, view: undefined })} />
        )}
      </div>
      {asking && (
        <BatchPrompt
          product={asking}
          onClose={() => sheet.setAsking(null)}
          onAdd={(batch) => (sheet.setAsking(null), sheet.add(asking, batch))}
        />
      )}
    </Page>
  );
}

/** The column headers of a wide window; each row has its own labels for screen readers and on a phone. */
function Heads() {
  const { t } = useTranslation('stock');
  return (
    <div className={classes.heads} aria-hidden>
      <span>{t('stock.product')}</span>
      <span>{t('sheet.book')}</span>
      <span>{t('sheet.counted')}</span>
      <span>{t('sheet.difference')}</span>
      <span>{t('sheet.by')}</span>
    </div>
  );
}

function Facts({ count }: { count: StockCount }) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  return (
    <div className={classes.about}>
      <CountStatus status={count.status} />
      <span>{t('sheet.openedBy', { when: formats.instant(count.created_at), who: count.created_by_name ?? '—' })}</span>
      {count.posted_at && (
        <span>{t('sheet.postedBy', { when: formats.instant(count.posted_at), who: count.posted_by_name ?? '—' })}</span>
      )}
      {count.notes && <span>{count.notes}</span>}
    </div>
  );
}

/** Shows the search field and the number of rows of each view. */
function SheetFilters({ sheet: { all, filters, setFilters } }: { sheet: ReturnType<typeof useSheet> }) {
  const { t } = useTranslation('stock');
  const formats = useFormats();
  const amounts = {
    all: all.length,
    open: all.filter((item) => item.counted_quantity === null).length,
    different: all.filter(({ difference }) => difference).length,
  };
  return (
    <search className={classes.filters}>
      <SearchBox value={filters.q} onChange={(term) => setFilters({ q: term })} label={t('sheet.search')} />
      <SegmentedControl
        className={classes.views!}
        aria-label={t('sheet.views')}
        value={filters.view}
        onChange={(next) => setFilters({ view: next === 'all' ? undefined : (next as View) })}
        data={VIEWS.map((value) => ({
          value,
          label: t(`sheet.view.${value}`, { shown: formats.number(amounts[value]) }),
        }))}
      />
    </search>
  );
}
