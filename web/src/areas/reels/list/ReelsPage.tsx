import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import type { Product } from '@bobina/contract/registry/products.ts';
import { REEL_STATES, type Reel } from '@bobina/contract/stock/reels.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { NumberBox } from '../../../ui/form/NumberBox.tsx';
import { ChoicePicker, Picker } from '../../../ui/form/Picker.tsx';
import { productName } from '../../../ui/form/pickers.tsx';
import { toast } from '../../../ui/toasts.ts';
import { LinkButton } from '../../../ui/link.tsx';
import { choiceFilter, listFilters, numberFilter, rowFilter } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { openLabels } from '../labels.ts';
import { REEL_ROW, reelColumns, type ReelRow } from './columns.tsx';
import { ReelTotals } from './ReelTotals.tsx';

const ReelFilters = {
  ...listFilters,
  product_id: rowFilter(),
  warehouse_id: rowFilter(),
  width_from: numberFilter(),
  width_to: numberFilter(),
  min_m: numberFilter(),
  state: choiceFilter(REEL_STATES),
};
const NONE = {
  q: '',
  product_id: undefined,
  warehouse_id: undefined,
  width_from: undefined,
  width_to: undefined,
  min_m: undefined,
  state: undefined,
};
const TRANSFERS = '/operazioni/trasferimenti';
/** The measures that the list is filtered by. */
const MEASURES = [
  ['width_from', 'mm'],
  ['width_to', 'mm'],
  ['min_m', 'm'],
] as const;

/** Shows /operazioni/bobine: the reels with their totals, and labels of the selected ones. */
function ReelsPage() {
  const { t } = useTranslation('reels');
  const formats = useFormats();
  const language = useLanguage();
  const can = useCan();
  const mayReceive = can('goods_receipts.write');
  const navigate = useNavigate();
  const [{ q = '', sort = '-code', ...filters }, set] = useFilters(ReelFilters);
  const warehouses = useQuery(api.warehouses.list.query({ query: { sort: 'name' } })).data?.rows;
  const columns = useMemo(() => reelColumns(t, formats), [t, formats]);
  const query = { q, ...filters };
  const { width_from: least = 0, width_to: most = Infinity } = filters;
  const areReversed = most < least;
  const isFiltered = q !== '' || Object.values(filters).some((value) => value !== undefined);
  /** Opens the form of a transfer with the reels as its lines: it has one source. */
  const transfer = (rows: readonly ReelRow[]): void => {
    const fixed = rows.filter(({ state }) => state === 'on_machine' || state === 'finished');
    const reels = fixed.map(({ code }) => code).join(', ');
    if (fixed.length > 0) return void toast.error(t('list.notToMove', { reels }));
    const [first, ...others] = rows;
    if (others.some(({ warehouse_id }) => warehouse_id !== first!.warehouse_id))
      return void toast.error(t('list.severalWarehouses'));
    const goods = rows.map(({ product_id, code }) => ({ product_id, batch_number: code }));
    void navigate({ to: TRANSFERS, state: { goods, from: first!.warehouse_id } as never });
  };
  return (
    <ListPage<Reel, ReelRow>
      call={api.reels.list}
      rowFields={REEL_ROW}
      query={query}
      columns={columns}
      sort={sort}
      onSort={(next) => set({ sort: next })}
      failedTitle={t('list.failed')}
      countLabel={(count, shown) => t('list.count', { count, shown })}
      search={{ value: q, onChange: (term) => set({ q: term }), label: t('list.search') }}
      above={<ReelTotals query={query} />}
      filters={
        <>
          <Picker<Product>
            aria-label={t('reel.product')}
            placeholder={t('list.allProducts')}
            w={158}
            list={api.products.list}
            get={api.products.get}
            nameOf={productName}
            value={filters.product_id ?? null}
            onChange={(id) => set({ product_id: id ?? undefined })}
          />
          <ChoicePicker
            aria-label={t('reel.warehouse')}
            placeholder={t('list.allWarehouses')}
            w={158}
            value={filters.warehouse_id ? String(filters.warehouse_id) : null}
            data={(warehouses ?? []).map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(id) => set({ warehouse_id: id === null ? undefined : Number(id) })}
          />
          {MEASURES.map(([name, unit]) => (
            <NumberBox
              key={name}
              aria-label={`${t(`list.${name}`)} (${unit})`}
              placeholder={t(`list.${name}`)}
              unit={unit}
              w={148}
              value={filters[name] ?? null}
              error={name === 'width_to' && areReversed}
              onChange={(value) => typeof value !== 'string' && set({ [name]: value ?? undefined })}
            />
          ))}
          <Select
            aria-label={t('reel.state')}
            w={150}
            allowDeselect={false}
            value={filters.state ?? 'all'}
            data={[
              { value: 'all', label: t('list.notFinished') },
              ...REEL_STATES.map((value) => ({ value, label: t(`state.${value}`) })),
            ]}
            onChange={(value) =>
              set({ state: value === 'all' ? undefined : ((value ?? undefined) as typeof filters.state) })
            }
          />
        </>
      }
      isFiltered={isFiltered}
      onClearFilters={() => set(NONE)}
      noMatch={
        areReversed && (
          <Text ta="center" size="sm" pb="lg">
            {t('list.width_to')}: {fieldMessage(language, 'min', { min: formats.number(least) })}
          </Text>
        )
      }
      rowId={({ batch_id }) => batch_id}
      rowName={({ code }) => code}
      href={({ batch_id }) => `/operazioni/bobine/${batch_id}`}
      tone={({ state }) => (state === 'on_hold' ? 'danger' : undefined)}
      bulk={[
        {
          key: 'labels',
          label: t('labels.print'),
          open: (rows) =>
            void openLabels(
              rows.map(({ batch_id }) => batch_id),
              t,
            ),
        },
        ...(can('stock.write') ? [{ key: 'transfer', label: t('list.transfer'), open: transfer }] : []),
      ]}
      empty={{
        title: t('list.empty'),
        hint: t('list.emptyHint'),
        action: mayReceive && (
          <LinkButton to="/operazioni/ricezione-merce" variant="light">
            {t('list.toReceipts')}
          </LinkButton>
        ),
      }}
    />
  );
}
export default ReelsPage;
