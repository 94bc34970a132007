import { IconEdit, IconPlus, IconPrinter, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PRIORITIES, SCHEDULING_STATUSES } from '@bobina/contract/orders/statuses.ts';
import type { ItemScheduling, ProductionItem } from '@bobina/contract/production/items.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { LateOnly } from '../../../ui/late.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { ToOrders } from '../item/ToOrders.tsx';
import { SCHEDULING_ROW, schedulingColumns, type SchedulingRow } from './columns.tsx';
import { FILTERS, NO_FILTERS, type State } from './filters.ts';
import { JobButtons } from './JobButtons.tsx';
import classes from './scheduling.module.css';
import { usePrintItem } from './use-print-item.ts';
import { useUnschedule } from './use-unschedule.tsx';

interface Props {
  actions: ReactNode;
  above: ReactNode;
  state: State;
  setState: (change: Partial<State>, options?: { replace: boolean }) => void;
}

/** Shows the open items, most urgent first, with their schedulings by machine. */
export function SchedulingList({ actions, above, state, setState }: Props) {
  const { t } = useTranslation('production');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const unitOf = useUnit();
  const print = usePrintItem();
  const unschedule = useUnschedule();
  const machines = useQuery(api.machines.list.query({ query: { sort: 'code' } }));
  const { q = '', sort = 'item_priority' } = state;
  const filters = Object.fromEntries(FILTERS.map((name) => [name, state[name]]));
  const open = ({ item_id }: Pick<ProductionItem, 'item_id'>, scheduling?: number) =>
    setState({ item: item_id, scheduling }, { replace: false });
  const edit = (item: SchedulingRow, job: ItemScheduling) => open(item, job.id);
  const columns = useMemo(
    () => schedulingColumns({ t, formats, unitOf }, (item) => open(item)),
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  const nameOf = (item: SchedulingRow, job: ItemScheduling) =>
    `${job.machine_code} · ${formats.quantity(job.quantity_to_produce, unitOf(item.unit_of_measure))}`;
  const choice = (name: 'item_priority' | 'scheduling_status' | 'machine_id', label: string, data: Choice[]) => (
    <Select
      aria-label={label}
      className={classes.choice!}
      value={state[name] === undefined ? 'all' : String(state[name])}
      allowDeselect={false}
      data={[{ value: 'all', label }, ...data]}
      onChange={(value) => setState({ [name]: value === 'all' || value === null ? undefined : value })}
    />
  );
  return (
    <ListPage<ProductionItem, SchedulingRow>
      call={api.productionItems.priorities}
      rowFields={SCHEDULING_ROW}
      query={{ q, ...filters }}
      columns={columns}
      sort={sort}
      onSort={(next) => setState({ sort: next })}
      subtitle={t('scheduling.subtitle')}
      countLabel={(count, shown) => t('scheduling.count', { count, shown })}
      search={{ value: q, onChange: (term) => setState({ q: term }), label: t('scheduling.search') }}
      extraActions={actions}
      above={above}
      filters={
        <>
          {choice(
            'scheduling_status',
            t('scheduling.anyStatus'),
            SCHEDULING_STATUSES.map((value) => ({ value, label: t(`item.scheduling.${value}`) })),
          )}
          {choice(
            'item_priority',
            t('scheduling.anyPriority'),
            PRIORITIES.map((value) => ({ value, label: t(`item.priority.${value}`) })),
          )}
          {choice(
            'machine_id',
            t('scheduling.anyMachine'),
            (machines.data?.rows ?? []).map(({ id, code }) => ({ value: String(id), label: code })),
          )}
          <LateOnly value={state.late} onChange={(late) => setState({ late })} />
        </>
      }
      isFiltered={q !== '' || FILTERS.some((name) => state[name] !== undefined)}
      onClearFilters={() => setState(NO_FILTERS)}
      rowName={({ order_number, code }) => `${order_number} · ${code}`}
      rowId={({ item_id }) => item_id}
      expanded={(item) => item.schedulings.length > 0 && <JobButtons item={item} onEdit={edit} />}
      actions={(item) => [
        { label: common('action.print'), icon: <IconPrinter size={16} />, onClick: () => print(item) },
        ...(item.remaining_to_schedule > 0
          ? [
              {
                label: t(item.total_scheduled > 0 ? 'scheduling.add' : 'scheduling.schedule'),
                icon: <IconPlus size={16} />,
                onClick: () => open(item),
              },
            ]
          : []),
        ...item.schedulings.flatMap((job) => [
          {
            label: t('scheduling.editJob', { name: nameOf(item, job) }),
            icon: <IconEdit size={16} />,
            onClick: () => edit(item, job),
          },
          {
            label: t('scheduling.removeJob', { name: nameOf(item, job) }),
            icon: <IconTrash size={16} />,
            danger: true,
            onClick: () => void unschedule(item, job),
          },
        ]),
      ]}
      empty={{
        title: t('scheduling.empty'),
        hint: t('scheduling.emptyHint'),
        action: <ToOrders />,
      }}
    />
  );
}
type Choice = { value: string; label: string };
