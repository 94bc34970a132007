import { IconDownload, IconListDetails } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { KEPT_IMPORTS, type KeptImport } from '@bobina/contract/system/imports.ts';
import { api } from '../../../lib/api/api.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { choiceFilter, flagFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { toast } from '../../../ui/toasts.ts';
import { saveFaults } from './save-faults.ts';

const FaultsDialog = deferred(async () => (await import('./FaultsDialog.tsx')).FaultsDialog);

const ICON = 17;
const OUTCOMES = ['all', 'failed'] as const;
/** `open`: the import whose refused rows are shown. */
const Filters = {
  ...listFilters,
  failed: flagFilter(),
  register: choiceFilter(KEPT_IMPORTS),
  open: rowFilter(),
};

/** The fields of an import that the list reads besides those of its columns. */
const ROW = ['id', 'register', 'file', 'user_name', 'refused'] as const;
type ImportRow = Pick<KeptImport, (typeof ROW)[number]>;
const column = columnsOf<KeptImport>();

/** Shows the imports of the last 30 days into the registers that the user may write. */
function ImportsPage() {
  const { t } = useTranslation('records');
  const [{ q = '', sort = '-at', failed, register, open }, setFilters] = useFilters(Filters);
  const columns = useMemo<Column<KeptImport>[]>(
    () => [
      { key: 'at', label: t('imports.at'), kind: 'instant', width: '10.5rem', priority: 1 },
      column(['register'], {
        key: 'register',
        label: t('imports.register'),
        value: (row) => t(`imports.registers.${row.register}`),
        width: 'minmax(8rem, 1fr)',
        priority: 1,
      }),
      { key: 'file', label: t('imports.file'), width: 'minmax(9rem, 2fr)', priority: 3 },
      { key: 'user_name', label: t('imports.user'), width: 'minmax(8rem, 1fr)', priority: 2 },
      ...(['created', 'updated', 'refused'] as const).map((key) => ({
        key,
        label: t(`imports.${key}`),
        kind: 'number' as const,
        decimals: 0,
        width: '7rem',
        priority: key === 'refused' ? (1 as const) : (2 as const),
      })),
    ],
    [t],
  );
  const show = (id: number) => setFilters({ open: id }, { replace: false });
  const save = async ({ id }: ImportRow) => {
    try {
      await saveFaults(await api.imports.get({ id }), t);
    } catch (error) {
      toast.problem(error, t('imports.loadFailed'));
    }
  };
  return (
    <>
      <ListPage<KeptImport, ImportRow>
        call={api.imports.list}
        rowFields={ROW}
        query={{ q, failed, register }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        subtitle={t('imports.subtitle')}
        countLabel={(count, shown) => t('imports.count', { count, shown })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('imports.search') }}
        filters={
          <>
            <Select
              aria-label={t('imports.outcome')}
              w={190}
              allowDeselect={false}
              value={failed ? 'failed' : 'all'}
              data={OUTCOMES.map((value) => ({ value, label: t(`imports.outcomes.${value}`) }))}
              onChange={(value) => setFilters({ failed: value === 'failed' ? true : undefined })}
            />
            <Select
              aria-label={t('imports.register')}
              placeholder={t('imports.anyRegister')}
              w={190}
              clearable
              clearButtonProps={{ 'aria-label': t('imports.anyRegister') }}
              value={register ?? null}
              data={KEPT_IMPORTS.map((value) => ({ value, label: t(`imports.registers.${value}`) }))}
              onChange={(value) => setFilters({ register: (value ?? undefined) as typeof register })}
            />
          </>
        }
        isFiltered={q !== '' || failed !== undefined || register !== undefined}
        onClearFilters={() => setFilters({ q: '', failed: undefined, register: undefined })}
        rowName={(row) => `${t(`imports.registers.${row.register}`)} ${row.file ?? row.user_name}`}
        onOpen={({ id }) => show(id)}
        actions={(row) => [
          { label: t('imports.details'), icon: <IconListDetails size={ICON} />, onClick: () => show(row.id) },
          ...(row.refused > 0
            ? [{ label: t('imports.download'), icon: <IconDownload size={ICON} />, onClick: () => void save(row) }]
            : []),
        ]}
        tone={({ refused }) => (refused > 0 ? 'warning' : undefined)}
        failedTitle={t('imports.loadFailed')}
        empty={{ title: t('imports.empty'), hint: t('imports.emptyHint') }}
      />
      {open !== undefined && <FaultsDialog key={open} id={open} onClose={() => setFilters({ open: undefined })} />}
    </>
  );
}
export default ImportsPage;
