import { Button, Checkbox, Text } from '@mantine/core';
import { IconArrowLeft, IconCalculator, IconRefresh } from '@tabler/icons-react';
import { useIsFetching } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MaterialsItem } from '@bobina/contract/production/materials.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { ToolButton } from '../../../ui/page/PageAction.tsx';
import { ToOrders } from '../item/ToOrders.tsx';
import { MATERIALS_ROW, materialsColumns, type MaterialsRow } from './columns.ts';
import { idsOf, idsText } from './ids.ts';
import { useSelection } from './use-selection.ts';
import { textFilter } from '../../../ui/page/filter-fields.ts';

const ResultsDialog = deferred(async () => (await import('./ResultsDialog.tsx')).ResultsDialog);
const Filters = {
  q: textFilter(),
  sort: textFilter(),
  /** The items of the open result, as ranges of ids: `12-40.57`. */
  items: textFilter(),
};

/** Shows the items still to be scheduled, to select those whose paper and film are calculated. */
function MaterialsPage() {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const [{ q = '', sort = 'order_number', items }, setFilters] = useFilters(Filters);
  const calculated = useMemo(() => idsOf(items), [items]);
  const selection = useSelection({ q }, calculated);
  const [isRefreshing, setRefreshing] = useState(false);
  const columns = useMemo(
    () => materialsColumns({ t, formats, unitOf }),
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  const refresh = async () => {
    setRefreshing(true);
    await queryClient.invalidateQueries({ queryKey: ['materials'] });
    setRefreshing(false);
  };
  const isCalculating = useIsFetching({ queryKey: api.materials.calculate.key }) > 0;
  const { chosen } = selection;
  const toggle = ({ item_id }: MaterialsRow) => selection.toggle(item_id);
  return (
    <>
      <ListPage<MaterialsItem, MaterialsRow>
        call={api.materials.items}
        rowFields={MATERIALS_ROW}
        query={{ q }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        subtitle={t('materials.subtitle')}
        countLabel={(count, shown) => t('materials.count', { count, shown })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('materials.search') }}
        extraActions={
          <>
            <ToolButton to="/produzione" icon={<IconArrowLeft size={18} />} label={t('item.back')} />
            <ToolButton
              icon={<IconRefresh size={18} />}
              label={t('item.refresh')}
              loading={isRefreshing}
              onClick={() => void refresh()}
            />
          </>
        }
        filters={
          <>
            <Button
              variant="default"
              loading={selection.isReading}
              disabled={!selection.count}
              onClick={() => void selection.toggleAll()}
            >
              {t(selection.isAll ? 'materials.none' : 'materials.all')}
            </Button>
            <Button
              leftSection={<IconCalculator size={18} aria-hidden />}
              disabled={chosen.size === 0 || isCalculating}
              onClick={() => setFilters({ items: idsText(chosen) }, { replace: false })}
            >
              {t('materials.calculate')}
            </Button>
            <Text size="sm" aria-live="polite" style={{ alignSelf: 'center' }}>
              {chosen.size === 0
                ? t('materials.noneSelected')
                : t('materials.selected', { count: chosen.size, shown: formats.number(chosen.size) })}
            </Text>
          </>
        }
        isFiltered={q !== ''}
        onClearFilters={() => setFilters({ q: '' })}
        rowName={({ order_number, code }) => `${order_number} · ${code}`}
        rowId={({ item_id }) => item_id}
        onOpen={toggle}
        isSelectable={false}
        isSelected={({ item_id }) => chosen.has(item_id)}
        failedTitle={t('materials.loadFailed')}
        lead={{
          header: <span className="visually-hidden">{t('materials.choice')}</span>,
          width: '3rem',
          cell: (row) => (
            <Checkbox
              aria-label={t('materials.choose', { name: `${row.order_number} · ${row.code}` })}
              checked={chosen.has(row.item_id)}
              onChange={() => toggle(row)}
              tabIndex={-1}
            />
          ),
        }}
        empty={{ title: t('materials.empty'), hint: t('materials.emptyHint'), action: <ToOrders /> }}
      />
      {calculated.length > 0 && <ResultsDialog ids={calculated} onClose={() => setFilters({ items: undefined })} />}
    </>
  );
}
export default MaterialsPage;
