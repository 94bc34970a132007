import { IconArrowBackUp } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ProductionItem } from '@bobina/contract/production/items.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useRows } from '../../../ui/table/use-rows.ts';
import { versionOf } from '../item/calls.ts';
import { loadedColumns } from './columns.tsx';
import { useUndo } from './use-undo.ts';

/** What was loaded, the latest first: a slip can be taken back while the goods are there. */
export function LoadedItems({ q, onClear }: { q: string; onClear: () => void }) {
  const { t } = useTranslation('production');
  const formats = useFormats();
  const unitOf = useUnit();
  const undo = useUndo();
  const rows = useRows<ProductionItem>(api.productionItems.status, {
    loaded_to_warehouse: true,
    sort: '-completed_at',
    q,
  });
  const columns = useMemo(
    () => loadedColumns({ t, formats, unitOf }),
    [t, formats], // oxlint-disable-line react-hooks/exhaustive-deps -- the units change with the language alone
  );
  return (
    <DataTable<ProductionItem>
      label={t('load.view.loaded')}
      rows={rows}
      columns={columns}
      rowId={({ item_id }) => item_id}
      rowVersion={versionOf}
      rowName={(row) => `${row.order_number} · ${row.code}`}
      actions={(row) => [
        { label: t('load.undo'), icon: <IconArrowBackUp size={17} />, onClick: () => void undo(row), danger: true },
      ]}
      failedTitle={t('load.loadFailed')}
      empty={{ title: t('load.nothingLoaded'), hint: t('load.nothingLoadedHint') }}
      isFiltered={q !== ''}
      onClearFilters={onClear}
    />
  );
}
