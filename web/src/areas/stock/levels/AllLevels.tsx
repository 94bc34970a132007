import { ActionIcon } from '@mantine/core';
import { IconChevronDown, IconChevronRight, IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { StockSummaryRow } from '@bobina/contract/stock/levels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { CreateAction } from '../../../ui/page/CreateAction.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useScreen } from '../../../ui/page/screen-context.ts';
import { sortable, type Column } from '../../../ui/table/columns.tsx';
import { toast } from '../../../ui/toasts.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { NO_FILTERS, type StockAddress } from './filters.ts';
import { FilterText } from './FilterText.tsx';
import { comingColumn, levelColumns, measureColumn } from './level-columns.tsx';
import { printLevels } from './print-levels.ts';
import { PrintMenu } from './PrintMenu.tsx';
import { Hint } from '../../../ui/overlay/Hint.tsx';
import { LEVEL_ROW, StockDetails, type SeenLevel } from './StockDetails.tsx';

const NamedBatches = deferred(async () => (await import('./NamedBatches.tsx')).NamedBatches);

interface Props {
  address: StockAddress;
  set: (change: Partial<StockAddress>) => void;
  views: ReactNode;
}

/** Shows the stock by product. The server filters, sorts, sums and pages. */
export function AllLevels({ address, set: setFilters, views }: Props) {
  const { code = '', description = '', family = '', warehouse_id } = address;
  const { t } = useTranslation('stock');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const { title } = useScreen();
  const mayWrite = useCan()('stock.write');
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const columns = useMemo(
    () => [
      ...levelColumns({ t, formats, unitOf }, 'description', t('stock.description')),
      { ...measureColumn({ t, formats, unitOf }, 'held', t('levels.held')), isOptional: true },
      { ...measureColumn({ t, formats, unitOf }, 'scorta_minima', t('levels.minimum')), isOptional: true },
      { ...comingColumn({ t, formats, unitOf }), isOptional: true },
    ],
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  const sort = sortable(columns, address.sort ?? 'code') ?? 'code';
  const filters = { code, description, category: family, warehouse_id };
  const warehouses = useQuery(api.warehouses.list.query({ query: { sort: 'name' } }));
  const isWithoutWarehouses = warehouses.isError;
  useEffect(() => {
    if (isWithoutWarehouses) toast.error(t('levels.warehousesFailed'));
  }, [isWithoutWarehouses, t]);
  const toggle = ({ product_id: id }: SeenLevel) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(id!)) next.add(id!);
      return next;
    });
  const isFiltered = Boolean(code || description || family || warehouse_id);
  const filtersSaid = [
    [t('stock.code'), code],
    [t('stock.description'), description],
    [t('stock.family'), family],
    [t('stock.warehouse'), warehouses.data?.rows.find(({ id }) => id === warehouse_id)?.name ?? ''],
  ]
    .filter(([, value]) => value)
    .map(([term, value]) => `${term}: ${value}`);
  const print = (withBatches: boolean) => {
    const when = formats.instant(new Date().toISOString());
    const subtitle = [common('print.printedOn', { when }), ...filtersSaid].join(' · ');
    void printLevels({ title, subtitle, filters, sort, withBatches }, t, formats, unitOf);
  };
  const unitColumn: Column<StockSummaryRow> = {
    key: 'unit_of_measure',
    label: t('stock.unit'),
    value: (row) => unitOf(row.unit_of_measure),
  };
  return (
    <ListPage<StockSummaryRow, SeenLevel>
      call={api.stock.summary}
      rowFields={LEVEL_ROW}
      onFailed={() => toast.error(t('levels.loadFailed'))}
      query={{ group: 'product', ...filters }}
      columns={columns}
      exported={[unitColumn]}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      subtitle={t('levels.subtitle')}
      countLabel={(count, shown) => t('levels.count', { count, shown })}
      extraActions={
        <Hint label={t('levels.refresh')}>
          <ActionIcon
            variant="default"
            size="lg"
            aria-label={t('levels.refresh')}
            onClick={() => setFilters(NO_FILTERS)}
          >
            <IconRefresh size={18} />
          </ActionIcon>
        </Hint>
      }
      printMenu={(isEmpty) => <PrintMenu disabled={isEmpty} onPrint={print} />}
      lists={views}
      filters={
        <>
          <FilterText isFirst label={t('levels.byCode')} value={code} onChange={(next) => setFilters({ code: next })} />
          <FilterText
            label={t('levels.byDescription')}
            value={description}
            onChange={(next) => setFilters({ description: next })}
          />
          <FilterText label={t('levels.byFamily')} value={family} onChange={(next) => setFilters({ family: next })} />
          <ChoicePicker
            aria-label={t('stock.warehouse')}
            w={210}
            value={warehouse_id ? String(warehouse_id) : 'all'}
            clearable={false}
            data={[
              { value: 'all', label: t('levels.allWarehouses') },
              ...(warehouses.data?.rows ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            onChange={(value) =>
              setFilters({ warehouse_id: value === null || value === 'all' ? undefined : Number(value) })
            }
          />
        </>
      }
      rowId={({ product_id }) => product_id!}
      rowName={({ code: name }) => name!}
      onOpen={toggle}
      failedTitle={t('levels.loadFailed')}
      lead={{
        header: <span className="visually-hidden">{common('list.actions')}</span>,
        width: '3.25rem',
        cell: (row) => (
          <ActionIcon
            color="gray"
            aria-label={t('levels.open', { code: row.code })}
            aria-expanded={open.has(row.product_id!)}
            onClick={() => toggle(row)}
            tabIndex={-1}
          >
            {open.has(row.product_id!) ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
          </ActionIcon>
        ),
      }}
      expanded={(row) =>
        open.has(row.product_id!) ? <StockDetails product={row} warehouseId={warehouse_id} /> : undefined
      }
      empty={{
        title: t('levels.empty'),
        hint: t('levels.emptyHint'),
        action: mayWrite && (
          <CreateAction label={t('movements.add')} to="/operazioni/movimenti/nuovo" variant="light" />
        ),
      }}
      isFiltered={isFiltered}
      noMatch={code !== '' && <NamedBatches text={code} />}
      onClearFilters={() => setFilters(NO_FILTERS)}
    />
  );
}
