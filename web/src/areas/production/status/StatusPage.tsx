import { ActionIcon, Checkbox } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { PRIORITIES, PRODUCTION_STATUSES } from '@bobina/contract/orders/statuses.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { LateOnly } from '../../../ui/late.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { BackToProduction } from '../item/BackToProduction.tsx';
import { versionOf } from '../item/calls.ts';
import { ToOrders } from '../item/ToOrders.tsx';
import { STATUS_ROW, statusColumns, type StatusRow } from './columns.tsx';
import { CLOSED, NO_FILTERS, queryOf, StatusFilters, type StatusAddress } from './filters.ts';
import { ItemDetails } from './ItemDetails.tsx';
import { useItemActs } from './use-item-acts.tsx';

const ReportDialog = deferred(async () => (await import('./ReportDialog.tsx')).ReportDialog);
const StatusDialogs = deferred(async () => (await import('./StatusDialogs.tsx')).StatusDialogs);

type Set = (change: Partial<StatusAddress>) => void;

function FilterFields({ address, set }: { address: StatusAddress; set: Set }) {
  const { t } = useTranslation('production');
  const { status, priority, from, to, completed, late, produced_from, produced_until } = address;
  return (
    <>
      <Select
        aria-label={t('item.production_status')}
        placeholder={t('status.anyStatus')}
        w={150}
        clearable
        clearButtonProps={{ 'aria-label': t('status.anyStatus') }}
        value={status ?? null}
        data={PRODUCTION_STATUSES.map((value) => ({ value, label: t(`item.status.${value}`) }))}
        onChange={(value) => set({ status: (value ?? undefined) as typeof status })}
      />
      <Select
        aria-label={t('item.item_priority')}
        placeholder={t('status.anyPriority')}
        w={155}
        clearable
        clearButtonProps={{ 'aria-label': t('status.anyPriority') }}
        value={priority ?? null}
        data={PRIORITIES.map((value) => ({ value, label: t(`item.priority.${value}`) }))}
        onChange={(value) => set({ priority: (value ?? undefined) as typeof priority })}
      />
      <DayRange from={from} to={to} onChange={(range) => set(range)} labels={[t('status.from'), t('status.to')]} />
      {(produced_from ?? produced_until) && (
        <DayRange
          from={produced_from}
          to={produced_until}
          onChange={(range) => set({ produced_from: range.from, produced_until: range.to })}
          labels={[t('status.producedFrom'), t('status.producedUntil')]}
        />
      )}
      <LateOnly value={late} onChange={(next) => set({ late: next })} />
      <Checkbox
        label={t('status.showCompleted')}
        checked={completed ?? false}
        onChange={(event) => set({ completed: event.currentTarget.checked || undefined })}
        style={{ alignSelf: 'center' }}
      />
    </>
  );
}

/** Shows all production items with the status that the server calculates. */
function StatusPage() {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const [address, set] = useFilters(StatusFilters);
  const { q = '', sort = '-order_number', status, priority, from, to, late, produced_from, produced_until } = address;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const acts = useItemActs(set);
  const columns = useMemo(
    () => statusColumns({ t, formats, unitOf }),
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  const query = queryOf(address);
  const toggle = ({ item_id }: StatusRow) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(item_id)) next.add(item_id);
      return next;
    });
  return (
    <>
      <ListPage<ProductionItem, StatusRow>
        call={api.productionItems.status}
        rowFields={STATUS_ROW}
        query={query}
        columns={columns}
        sort={sort}
        onSort={(next) => set({ sort: next })}
        failedTitle={t('status.loadFailed')}
        subtitle={t('status.subtitle')}
        countLabel={(count, shown) => t('item.count', { count, shown })}
        search={{ value: q, onChange: (term) => set({ q: term }), label: t('status.search') }}
        filters={<FilterFields address={address} set={set} />}
        extraActions={<BackToProduction />}
        onPrint={() => set({ dialog: 'report' }, { replace: false })}
        isFiltered={Boolean(q || status || priority || from || to || late || produced_from || produced_until)}
        onClearFilters={() => set(NO_FILTERS)}
        rowId={({ item_id }) => item_id}
        rowVersion={versionOf}
        rowName={(row) => `${row.order_number} · ${row.code}`}
        onOpen={toggle}
        lead={{
          header: <span className="visually-hidden">{t('status.details')}</span>,
          width: '3.25rem',
          cell: (row) => (
            <ActionIcon
              color="gray"
              aria-label={t('status.detailsOf', { name: `${row.order_number} · ${row.code}` })}
              aria-expanded={open.has(row.item_id)}
              onClick={() => toggle(row)}
              tabIndex={-1}
            >
              {open.has(row.item_id) ? <IconChevronDown size={18} /> : <IconChevronRight size={18} />}
            </ActionIcon>
          ),
        }}
        expanded={(row) => (open.has(row.item_id) ? <ItemDetails row={row} acts={acts} /> : undefined)}
        tone={({ is_completed }) => (is_completed ? 'success' : undefined)}
        actions={acts.menuOf}
        empty={{ title: t('status.empty'), hint: t('status.emptyHint'), action: <ToOrders /> }}
      />
      {address.dialog === 'report' && <ReportDialog query={{ ...query, sort }} onClose={() => set(CLOSED)} />}
      {address.item !== undefined && (
        <StatusDialogs key={address.item} itemId={address.item} address={address} set={set} />
      )}
    </>
  );
}
export default StatusPage;
