import { Checkbox } from '@mantine/core';
import { useMemo, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import type { RowSource } from '../../../ui/table/use-rows.ts';
import { ToOrders } from '../item/ToOrders.tsx';
import classes from './load.module.css';
import { candidateColumns, type Editing } from './columns.tsx';

interface Props {
  rows: RowSource<ProductionItem>;
  editing: Editing;
  selected: ReadonlySet<number>;
  onToggle: (item: ProductionItem) => void;
  all: { isAll: boolean; isSome: boolean; onToggle: () => void };
  isFiltered: boolean;
  onClear: () => void;
  onKeyDown: (event: KeyboardEvent) => void;
}

/** Shows the finished items to select and load. */
export function Candidates({ rows, editing, selected, onToggle, all, isFiltered, onClear, onKeyDown }: Props) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const columns = useMemo(
    () => candidateColumns({ t, formats, unitOf }, editing),
    [t, formats, editing], // oxlint-disable-line react-hooks/exhaustive-deps -- unitOf changes only with the language
  );
  const nameOf = (row: ProductionItem) => `${row.order_number} · ${row.code}`;
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- handles key events that bubble up from the quantities
    <div className={classes.contents} onKeyDown={onKeyDown}>
      <DataTable<ProductionItem>
        label={t('load.view.open')}
        rows={rows}
        columns={columns}
        rowId={({ item_id }) => item_id}
        rowName={nameOf}
        onOpen={onToggle}
        isSelected={({ item_id }) => selected.has(item_id)}
        lead={{
          header: (
            <Checkbox
              aria-label={t('load.all')}
              checked={all.isAll}
              indeterminate={all.isSome && !all.isAll}
              disabled={!rows.total}
              onChange={all.onToggle}
            />
          ),
          width: '3rem',
          cell: (row) => (
            <Checkbox
              aria-label={t('load.one', { name: nameOf(row) })}
              checked={selected.has(row.item_id)}
              onChange={() => onToggle(row)}
              tabIndex={-1}
            />
          ),
        }}
        failedTitle={t('load.loadFailed')}
        empty={{ title: t('load.empty'), hint: t('load.emptyHint'), action: <ToOrders /> }}
        isFiltered={isFiltered}
        onClearFilters={onClear}
      />
    </div>
  );
}
