import { Button, SegmentedControl, Text } from '@mantine/core';
import { IconPackageImport, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { searchTermOf } from '@bobina/contract/core/read-scan.ts';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { api } from '../../../lib/api/api.ts';
import { findGoods } from '../../../lib/barcodes/find-goods.ts';
import { useFeature } from '../../../lib/features.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import { LinkAnchor } from '../../../ui/link.tsx';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import pageClasses from '../../../ui/page/page.module.css';
import { useScreen } from '../../../ui/page/screen-context.ts';
import { SearchBox } from '../../../ui/page/SearchBox.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { ScanField } from '../../../ui/scan/CameraButton.tsx';
import { localRows } from '../../../ui/table/use-rows.ts';
import { toast } from '../../../ui/toasts.ts';
import { Candidates } from './Candidates.tsx';
import { loadQuantityPath } from './columns.tsx';
import { LoadedReels } from './LoadedReels.tsx';
import { LoadedItems } from './LoadedItems.tsx';
import { printSelected } from './print-selected.ts';
import { Selection } from './Selection.tsx';
import { useCandidates } from './use-candidates.ts';
import { useScannedLine } from './use-scanned-line.ts';
import { useLoad, type Chosen } from './use-load.tsx';
import { useLeaveGuard } from '../../../ui/overlay/use-leave-guard.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { choiceFilter, rowFilter, textFilter } from '../../../ui/page/filter-fields.ts';

const VIEWS = ['open', 'loaded'] as const;
const Filters = {
  q: textFilter(),
  view: choiceFilter(VIEWS),
  warehouse: rowFilter(),
};

/** Holds the selected candidates and their quantities; the default is the produced quantity. */
function useChoice(all: readonly ProductionItem[] | undefined) {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [entered, setEntered] = useState<ReadonlyMap<number, Entered>>(new Map());
  const quantityOf = useCallback(
    ({ item_id, total_produced, quantity }: ProductionItem): Entered =>
      entered.has(item_id) ? entered.get(item_id)! : total_produced || quantity,
    [entered],
  );
  // Drops items that another user has loaded in the meantime.
  const chosen: Chosen[] = (all ?? [])
    .filter(({ item_id }) => selected.has(item_id))
    .map((item) => ({ item, quantity: quantityOf(item) }));
  const isTyped = chosen.some(({ item }) => entered.has(item.item_id));
  return { selected, setSelected, chosen, quantityOf, setEntered, isTyped };
}

/** Shows the loading of finished production into a warehouse. */
function LoadPage() {
  const { t } = useTranslation('production');
  const { t: app } = useTranslation('app');
  const formats = useFormats();
  const unitOf = useUnit();
  const [{ q = '', view = 'open', warehouse }, set] = useFilters(Filters);
  const { all, found } = useCandidates(q);
  const warehouses = useQuery(api.warehouses.list.query({ query: { is_active: true, sort: 'name' } }));
  const calendar = useQuery(api.productionScheduling.calendar.query());
  const wanted = warehouse ?? calendar.data?.production_warehouse_id;
  const place = warehouses.data?.rows.find(({ id }) => id === wanted);
  const { mayOpen } = useScreen();
  const { selected, setSelected, chosen, quantityOf, setEntered, isTyped } = useChoice(all.data);
  useLeaveGuard(isTyped);
  const hasReels = useFeature('reels');
  const { load, done, problems, forget, reels } = useLoad();

  const { wanted: scanned, onFocused } = useScannedLine(view === 'open' ? (all.data ?? []) : [], {
    onTick: ({ item_id }) => setSelected((before) => new Set(before).add(item_id)),
    onSearch: (term) => set({ q: term }),
  });
  const editing = useMemo(
    () => ({
      wanted: scanned,
      onFocused,
      quantityOf,
      problemOf: ({ item_id }: ProductionItem) => problems.get(item_id),
      onEnter: ({ item_id }: ProductionItem, quantity: Entered) => {
        setEntered((before) => new Map(before).set(item_id, quantity));
        setSelected((before) => new Set(before).add(item_id)); // typing a quantity selects its row
        forget(item_id);
      },
    }),
    [quantityOf, problems, scanned], // oxlint-disable-line react-hooks/exhaustive-deps -- state setters are stable
  );
  const toggle = ({ item_id }: ProductionItem) => {
    const next = new Set(selected);
    if (!next.delete(item_id)) next.add(item_id);
    setSelected(next);
  };
  const shown = found.data ?? [];
  const isAll = shown.length > 0 && shown.every(({ item_id }) => selected.has(item_id));
  const toggleAll = () =>
    setSelected(
      isAll
        ? new Set([...selected].filter((id) => !shown.some(({ item_id }) => item_id === id)))
        : new Set([...selected, ...shown.map(({ item_id }) => item_id)]),
    );
  /** Searches the product of a scanned label; an unknown code is searched as text. */
  const searchScanned = async (code: string) => {
    const goods = await findGoods(code).catch(() => undefined);
    set({ q: goods?.product.code ?? searchTermOf(code) });
  };
  const confirmLoad = async () => {
    if (!place) return;
    if (chosen.length === 0) return toast.error(t('load.none'));
    const loaded = await load(chosen, place);
    setSelected((before) => new Set([...before].filter((id) => !loaded.includes(id))));
  };
  const confirmButton = useRef<HTMLButtonElement>(null);
  const isLoading = done !== null;
  const wasLoading = useRef(false);
  useEffect(() => {
    // The button is disabled while the goods are loaded, and loses the focus.
    if (wasLoading.current && !isLoading && document.activeElement === document.body) confirmButton.current?.focus();
    wasLoading.current = isLoading;
  }, [isLoading]);
  /** Enter in a quantity goes to the next one that is selected, and from the last one to the button. */
  const onKeyDown = (event: KeyboardEvent) => {
    const path = event.key === 'Enter' && !event.defaultPrevented && (event.target as HTMLElement).dataset['path'];
    if (!path) return;
    const paths = shown.flatMap(({ item_id }) => (selected.has(item_id) ? [loadQuantityPath(item_id)] : []));
    const next = paths[paths.indexOf(path) + 1];
    event.preventDefault();
    (next ? document.querySelector<HTMLElement>(`[data-path="${next}"]`) : confirmButton.current)?.focus();
  };
  const count = all.data?.length;
  const reason = useId();
  const isPlaceMissing = !place && warehouses.isSuccess && !calendar.isPending;
  return (
    <Page
      fill
      subtitle={
        <span aria-live="polite">
          {count === undefined ? '\u00a0' : t('load.count', { count, shown: formats.number(count) })}
        </span>
      }
      actions={
        view === 'open' && (
          <>
            <Button
              variant="default"
              leftSection={<IconPrinter size={18} />}
              disabled={chosen.length === 0}
              onClick={() => void printSelected(chosen, place?.name, t, formats, unitOf)}
            >
              {t('load.print')}
            </Button>
            {isPlaceMissing && (
              <Text id={reason} size="sm" c="dimmed">
                {t('load.warehouseHint')}
              </Text>
            )}
            <Button
              ref={confirmButton}
              leftSection={<IconPackageImport size={18} />}
              disabled={!place || done !== null}
              aria-describedby={isPlaceMissing ? reason : undefined}
              onClick={() => void confirmLoad()}
            >
              {done
                ? t('load.progress', { done: formats.number(done.count + 1), of: formats.number(done.of) })
                : t('load.confirm')}
            </Button>
          </>
        )
      }
    >
      {hasReels && reels.length > 0 && <LoadedReels batches={reels} />}
      <Panel>
        <search className={pageClasses.filters}>
          <SegmentedControl
            aria-label={t('load.views')}
            value={view}
            onChange={(next) => set({ view: next === 'open' ? undefined : (next as typeof view) })}
            data={VIEWS.map((value) => ({ value, label: t(`load.view.${value}`) }))}
          />
          {view === 'open' && (
            <ChoicePicker
              aria-label={t('load.warehouse')}
              placeholder={t('load.warehouseHint')}
              w={230}
              value={place ? String(place.id) : null}
              data={warehouses.data?.rows.map(({ id, name }) => ({ value: String(id), label: name })) ?? []}
              error={warehouses.error ? t('load.warehousesFailed') : undefined}
              clearable={false}
              onChange={(value) => set({ warehouse: value === null ? undefined : Number(value) })}
            />
          )}
          <ScanField onScan={(code) => void searchScanned(code)}>
            <SearchBox value={q} onChange={(term) => set({ q: term })} label={t('load.search')} />
          </ScanField>
        </search>
        {view === 'open' ? (
          <Candidates
            rows={localRows(found.data, {
              error: found.error,
              retry: () => void found.refetch(),
              isFetching: found.isFetching,
              key: q,
            })}
            editing={editing}
            selected={selected}
            onToggle={toggle}
            all={{ isAll, isSome: chosen.length > 0, onToggle: toggleAll }}
            isFiltered={q !== ''}
            onClear={() => set({ q: undefined })}
            onKeyDown={onKeyDown}
          />
        ) : (
          <LoadedItems q={q} onClear={() => set({ q: undefined })} />
        )}
      </Panel>
      {view === 'open' && mayOpen('/produzione/stato') && (
        <Text size="sm" c="dimmed">
          {t('load.incomplete')}{' '}
          <LinkAnchor
            underline="always"
            to={`/produzione/stato${q === '' ? '' : `?q=${encodeURIComponent(q)}`}`}
            size="sm"
          >
            {app('screens.productionStatus')}
          </LinkAnchor>
        </Text>
      )}
      {view === 'open' && count !== undefined && count > 0 && <Selection chosen={chosen} />}
    </Page>
  );
}
export default LoadPage;
