import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { isCounted } from '@bobina/contract/core/whole.rules.ts';
import { readNumber } from '@bobina/contract/core/read-number.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import type { StockCount, StockCountItem } from '@bobina/contract/stock/counts.ts';
import type { Goods } from '../../../lib/barcodes/find-goods.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { choiceFilter, textFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { toast } from '../../../ui/toasts.ts';
import { nameOf } from './use-count-acts.tsx';
import { VIEWS, addedItem, keyOf, matchingRows } from './sheet-rows.ts';
import type { useCountEdits } from './use-count-edits.ts';

/** DOM id of the field that accepts scans. */
export const ADDER = 'count-product';
const PAGE_ROWS = 100;
/** Units that are counted piece by piece: each scan adds one. Quantities in other units are typed. */
const ONE_BY_ONE: ReadonlySet<string> = new Set(['piece', 'box']);
const Filters = { q: textFilter(), view: choiceFilter(VIEWS) };

/** Holds the rows of a sheet, including those added by hand or by scan: which are visible, and which has the focus. */
export function useSheet(
  count: StockCount,
  counting: ReturnType<typeof useCountEdits>,
  list: RefObject<HTMLUListElement | null>,
) {
  const [{ q = '', view = 'all' }, setFilters] = useFilters(Filters);
  const language = useLanguage();
  const formats = useFormats();
  const { t } = useTranslation('stock');
  const [added, setAdded] = useState<readonly StockCountItem[]>([]);
  const [limit, setLimit] = useState(PAGE_ROWS);
  /** The row last counted by a scan, and the number of scans. */
  const [scans, setScans] = useState({ key: '', times: 0 });
  const [asking, setAsking] = useState<Product | null>(null);
  /** The row to focus once it is rendered. */
  const [wanted, setWanted] = useState<{ key: string } | null>(null);
  /** The row that has the focus by a scan or a search, and its place: a row that was added moves when it is saved. */
  const focused = useRef({ wanted, place: -1 });
  /** The row found by a scan: Enter in it returns to the scan field instead of the next row. */
  const found = useRef<string | null>(null);

  const all = useMemo(() => {
    const known = new Set(count.items.map(keyOf));
    const own = count.status === 'open' ? added.filter((item) => !known.has(keyOf(item))) : [];
    return [...own, ...count.items];
  }, [count, added]);
  /** The rows that were edited since the search and the view were chosen: they stay in sight. */
  const [edited, setEdited] = useState({ q, view, keys: new Set<string>() });
  const isSame = edited.q === q && edited.view === view;
  const keys = [...counting.edits.keys()];
  if (!isSame || keys.some((key) => !edited.keys.has(key)))
    setEdited({ q, view, keys: new Set([...(isSame ? edited.keys : []), ...keys]) });
  const rows = useMemo(() => matchingRows(all, { q, view, edited: edited.keys }), [all, q, view, edited]);
  const shown = rows.slice(0, limit);
  const inputOf = (key: string) =>
    list.current?.querySelector<HTMLInputElement>(`[data-key="${CSS.escape(key)}"] input`);
  const place = wanted === null ? -1 : shown.findIndex((item) => keyOf(item) === wanted.key);
  useEffect(() => {
    const input = wanted === null ? undefined : inputOf(wanted.key);
    const before = focused.current;
    if (!input || (before.wanted === wanted && before.place === place)) return;
    focused.current = { wanted, place };
    // The user may have left the row before it moved. A browser that moves a field takes the focus from it.
    const { activeElement } = document;
    if (before.wanted === wanted && activeElement !== input && activeElement !== document.body) return;
    input.focus({ preventScroll: true });
    center(input);
  });

  /** Counts a scanned piece; the new scan number resets the field of the row to the current value. */
  const countOne = (item: StockCountItem) => {
    const key = keyOf(item);
    const counted = counting.valueOf(key);
    if (counting.addOne(item)) setScans({ key, times: scans.times + 1 });
    else if (typeof counted === 'number')
      toast.warning(t('sheet.alreadyCounted', { name: nameOf(item), counted: formats.number(counted) }));
  };
  const showItem = (key: string, isScanned: boolean) => {
    setWanted({ key });
    found.current = isScanned ? key : null;
    setFilters({ q: undefined, view: undefined });
    const index = all.findIndex((item) => keyOf(item) === key);
    setLimit((before) => Math.max(before, index + PAGE_ROWS));
  };
  const add = (product: Product, batch: string | null, isScanned = false): StockCountItem => {
    const item = addedItem(product, batch);
    const known = all.find((row) => keyOf(row) === keyOf(item));
    if (!known) setAdded([item, ...added]);
    if (!known && isScanned) toast.warning(t('sheet.notHere', { name: nameOf(item) }));
    showItem(keyOf(item), true);
    return known ?? item;
  };
  const pick = (product: Product, scanned?: { batch: string | null }) => {
    const own = all.filter(({ product_id }) => product_id === product.id);
    const batch = (product.has_batch && scanned?.batch) || null;
    const isKnown = !product.has_batch || batch !== null || (scanned !== undefined && own.length === 1);
    if (isKnown) {
      const named = batch ?? (own.length === 1 ? own[0]!.batch_number : null);
      const item = add(product, named, scanned !== undefined);
      if (scanned && ONE_BY_ONE.has(product.unit_of_measure)) countOne(item);
      return;
    }
    // A scan of the product code alone continues with its batches on the sheet. A search may add another batch.
    const next = own.find((item) => item.counted_quantity === null && !counting.edits.has(keyOf(item))) ?? own[0];
    if (next && scanned) showItem(keyOf(next), true);
    else setAsking(product);
  };
  const has = ({ product, batch }: Goods) =>
    all.some(({ product_id, batch_number }) => product_id === product.id && batch_number === batch);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter' || event.defaultPrevented || !(event.target instanceof HTMLInputElement)) return;
    event.preventDefault();
    // A text that is no number, one with two readings, or one below 0 stays in the hands of the user: it must not go unseen.
    const field = event.target;
    const key = field.closest<HTMLElement>('[data-key]')?.dataset['key'];
    const item = all.find((one) => keyOf(one) === key);
    const read = readNumber(field.value, language, { whole: item !== undefined && isCounted(item.unit_of_measure) });
    const isRefused = read.kind === 'number' && read.value < 0;
    if (read.kind === 'invalid' || read.kind === 'ambiguous' || isRefused) {
      flushSync(() => field.blur());
      return (field.closest('li')?.querySelector<HTMLElement>('[role=alert] button') ?? field).focus();
    }
    const fields = [...list.current!.querySelectorAll<HTMLInputElement>('input')];
    const next = key === found.current ? undefined : fields[fields.indexOf(field) + 1];
    (next ?? document.getElementById(ADDER))?.focus();
  };
  return {
    all,
    rows,
    shown,
    limit,
    showMore: () => setLimit(limit + PAGE_ROWS),
    filters: { q, view },
    setFilters,
    scans,
    asking,
    setAsking,
    add,
    has,
    pick,
    showItem,
    onKeyDown,
  };
}

/** Rows that were never in sight have estimated heights, so the first step may end beside the row. */
function center(input: HTMLElement, steps = 5): void {
  if (document.activeElement !== input) return;
  input.scrollIntoView({ block: 'center' });
  if (steps > 1) requestAnimationFrame(() => center(input, steps - 1));
}
