import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Movement } from '@bobina/contract/stock/movements.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { choiceFilter, dayFilter, listFilters } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { LIST, NEW } from './calls.ts';
import { MOVEMENT_ROW, movementColumns, type SeenMovement } from './columns.tsx';
import { useMovementActions } from './use-movement-actions.tsx';
import { OpeningStockImport } from './OpeningStockImport.tsx';

const TYPES = ['all', 'C', 'S-MAN', 'T', 'S-SO'] as const;
const MovementFilters = {
  ...listFilters,
  type: choiceFilter(TYPES),
  from: dayFilter(),
  to: dayFilter(),
};
const NONE = { q: '', type: undefined, from: undefined, to: undefined };

/** Shows the list of stock movements. */
function MovementsPage() {
  const { t, i18n } = useTranslation('stock');
  const formats = useFormats();
  const unitOf = useUnit();
  const [{ q = '', sort = '-movement_date', type = 'all', from, to }, setFilters] = useFilters(MovementFilters);
  const mayWrite = useCan()('stock.write');
  const columns = useMemo(() => movementColumns(t, formats, unitOf), [t, formats, i18n.language]); // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  const actions = useMovementActions();
  return (
    <ListPage<Movement, SeenMovement>
      call={api.stockMovements.list}
      rowFields={MOVEMENT_ROW}
      query={{ code: q, ...(type !== 'all' && { type }), from, to }}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      failedTitle={t('movements.loadFailed')}
      countLabel={(count, shown) => t('movements.count', { count, shown })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('movements.search') }}
      filters={
        <>
          <Select
            aria-label={t('movement.movement_type')}
            w={190}
            allowDeselect={false}
            value={type}
            data={TYPES.map((value) => ({ value, label: t(`movementKind.${value}`) }))}
            onChange={(value) =>
              setFilters({ type: value === null || value === 'all' ? undefined : (value as typeof type) })
            }
          />
          <DayRange
            from={from}
            to={to}
            onChange={(range) => setFilters(range)}
            labels={[t('movements.from'), t('movements.to')]}
          />
        </>
      }
      isFiltered={q !== '' || type !== 'all' || from !== undefined || to !== undefined}
      onClearFilters={() => setFilters(NONE)}
      rowName={(row) => `${row.product_code} ${formats.day(row.movement_date)}`}
      href={({ id }) => `${LIST}/${id}`}
      {...(mayWrite && { actions })}
      extraActions={mayWrite && <OpeningStockImport />}
      create={mayWrite ? { label: t('movements.add'), to: NEW } : undefined}
      empty={{
        title: t('movements.empty'),
        hint: t('movements.emptyHint'),
      }}
    />
  );
}
export default MovementsPage;
