import { ActionIcon, SegmentedControl } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { PRIORITIES, type Priority } from '@bobina/contract/orders/statuses.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { LateOnly } from '../../../ui/late.tsx';
import { rowByRow } from '../../../ui/bulk/bulk-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { useCellEdits } from '../../../ui/table/use-cell-edits.tsx';
import { BackToProduction } from '../item/BackToProduction.tsx';
import { versionOf } from '../item/calls.ts';
import { ToOrders } from '../item/ToOrders.tsx';
import { PRIORITY_ROW, priorityColumns, type PriorityRow } from './columns.tsx';
import { usePriorityActs } from './use-priority-acts.tsx';
import { Hint } from '../../../ui/overlay/Hint.tsx';
import { choiceFilter, flagFilter, textFilter } from '../../../ui/page/filter-fields.ts';

const Filters = {
  q: textFilter(),
  sort: textFilter(),
  priority: choiceFilter(PRIORITIES),
  late: flagFilter(),
};

/** Shows the open items, most urgent first, and changes their priorities. */
function PrioritiesPage() {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const [{ q = '', sort = 'item_priority', priority, late }, setFilters] = useFilters(Filters);
  const { setItem, actionsOf } = usePriorityActs();
  const query = { q, item_priority: priority, late };
  const editable = useCellEdits<PriorityRow>(
    {
      kind: 'choice',
      options: PRIORITIES.map((value) => ({ value, label: t(`item.priority.${value}`) })),
      field: 'item_priority',
      call: api.productionItems.priorities,
      nameOf,
      idOf: ({ item_id }) => item_id,
      stateOf: ({ item_priority }) => item_priority,
      save: ({ item_id }, chosen, expected) =>
        api.productionItems.setPriority({
          itemId: item_id,
          body: { priority: chosen as Priority, expected: expected as Priority },
        }),
      refresh: ['customerOrders', 'productionItems'],
    },
    { ...query, sort },
  );
  const columns = useMemo(
    () =>
      priorityColumns({ t, formats, unitOf }, setItem).map((column) =>
        column.key === 'item_priority' ? editable(column, column.cell!) : column,
      ),
    [t, formats, setItem, editable], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  const refresh = () => void queryClient.invalidateQueries({ queryKey: api.productionItems.priorities.key });
  return (
    <ListPage<ProductionItem, PriorityRow>
      call={api.productionItems.priorities}
      rowFields={PRIORITY_ROW}
      query={query}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      failedTitle={t('priorities.failed')}
      subtitle={t('priorities.subtitle')}
      countLabel={(count, shown) => t('item.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('priorities.search') }}
      filters={
        <>
          <SegmentedControl
            aria-label={t('item.item_priority')}
            value={priority ?? 'all'}
            onChange={(value) => setFilters({ priority: value === 'all' ? undefined : (value as typeof priority) })}
            data={[
              { value: 'all', label: t('priorities.all') },
              ...PRIORITIES.map((value) => ({ value, label: t(`item.priority.${value}`) })),
            ]}
          />
          <LateOnly value={late} onChange={(next) => setFilters({ late: next })} />
        </>
      }
      extraActions={
        <>
          <BackToProduction />
          <Hint label={t('item.refresh')}>
            <ActionIcon variant="default" size="lg" aria-label={t('item.refresh')} onClick={refresh}>
              <IconRefresh size={18} />
            </ActionIcon>
          </Hint>
        </>
      }
      isFiltered={q !== '' || priority !== undefined || late !== undefined}
      onClearFilters={() => setFilters({ q: '', priority: undefined, late: undefined })}
      rowId={({ item_id }) => item_id}
      rowVersion={versionOf}
      rowName={nameOf}
      actions={actionsOf}
      bulk={PRIORITIES.map((value) => ({
        key: value,
        label: t('priorities.set', { priority: t(`item.priority.${value}`) }),
        ...rowByRow(({ item_id }: PriorityRow) =>
          api.productionItems.setPriority({ itemId: item_id, body: { priority: value } }),
        ),
        refresh: ['customerOrders', 'productionItems'],
      }))}
      empty={{ title: t('priorities.empty'), hint: t('priorities.emptyHint'), action: <ToOrders /> }}
    />
  );
}
export default PrioritiesPage;

function nameOf({ order_number, code }: PriorityRow) {
  return `${order_number} · ${code}`;
}
