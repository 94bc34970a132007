import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Machine } from '@bobina/contract/registry/places-and-machines.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats, type Formats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { placeOf } from '../../../ui/link.tsx';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { labelRows } from '../../../ui/bulk/label-act.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { listFilters, openedFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { ActiveFilter } from '../shared/ActiveState.tsx';
import { isActiveOf, stateFilter, useHere } from '../shared/filters.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { deleteAction, editAction, openAction } from '../../../ui/table/row-actions.tsx';
import { RegisterImport } from '../shared/RegisterImport.tsx';

const MachineDialog = deferred(async () => (await import('./MachineDialog.tsx')).MachineDialog);

const Filters = { ...listFilters, state: stateFilter, edit: openedFilter() };

/** The fields of a machine that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'code', 'description', 'area'] as const;
type MachineRow = Pick<Machine, (typeof ROW)[number]>;
const column = columnsOf<Machine>();

/** Formats a time and a user: `15/03/2026 09:30 · Anna Verdi`. */
function stamp(formats: Formats, when: string | null, name: string | null) {
  return when ? [formats.instant(when), name].filter(Boolean).join(' · ') : null;
}

function machineColumns(t: TFunction<'registry'>, formats: Formats): Column<Machine>[] {
  return [
    { key: 'code', label: t('machine.code'), width: 'minmax(7rem, 0.8fr)', priority: 1 },
    { key: 'description', label: t('machine.description'), width: 'minmax(12rem, 2fr)', priority: 2 },
    { key: 'abbreviation', label: t('machine.abbreviation'), width: '9rem', priority: 3 },
    { key: 'area', label: t('machine.area'), width: 'minmax(7rem, 1fr)', priority: 2 },
    { key: 'is_active', label: t('machine.is_active'), kind: 'flag', width: '6rem', priority: 2 },
    column(['created_at', 'created_by_name'], {
      key: 'created_at',
      label: t('audit.createdAt'),
      value: (row) => stamp(formats, row.created_at, row.created_by_name),
      width: 'minmax(9rem, 1.6fr)',
      priority: 3,
    }),
    column(['modified_at', 'modified_by_name'], {
      key: 'modified_at',
      label: t('audit.modifiedAt'),
      value: (row) => stamp(formats, row.modified_at, row.modified_by_name),
      width: 'minmax(9rem, 1.6fr)',
      priority: 3,
    }),
  ];
}

/** Shows the list of machines. */
function MachinesPage() {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const formats = useFormats();
  const here = useHere();
  const [{ q = '', sort = 'code', state, edit }, setFilters] = useFilters(Filters);
  const mayWrite = useCan()('machines.write');
  const columns = useMemo(() => machineColumns(t, formats), [t, formats]);
  const pathOf = ({ id }: MachineRow) => here({ edit: id });
  const labels = labelRows<MachineRow>(({ code, description, area }, { codeBars }) => ({
    code,
    description,
    pairs: [[t('machine.area'), area ?? '']],
    bars: codeBars(code),
  }));
  const remove = ({ id, code, description }: MachineRow) =>
    removeRow({
      refresh: 'machines',
      question: t('machines.deleteConfirm'),
      name: `${code} · ${description}`,
      remove: (options) => api.machines.remove({ id }, options),
      done: t('machines.deleted'),
      failed: t('machines.deleteFailed'),
    });
  return (
    <>
      <ListPage<Machine, MachineRow>
        call={api.machines.list}
        rowFields={ROW}
        bulk={[labels, ...(mayWrite ? [deleteRows<MachineRow>(api.machines.remove, ['machines'])] : [])]}
        query={{ q, ...isActiveOf(state) }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        countLabel={(count, shown) => t('machines.count', { count, shown })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('machines.search') }}
        filters={<ActiveFilter value={state} onChange={(next) => setFilters({ state: next })} />}
        isFiltered={q !== '' || state !== undefined}
        onClearFilters={() => setFilters({ q: '', state: undefined })}
        rowName={({ code }) => code}
        {...(mayWrite && {
          href: pathOf,
          actions: (row: MachineRow) => [
            openAction(() => void navigate({ to: `/anagrafica/macchinari/${row.id}` })),
            editAction(() => void navigate(placeOf(pathOf(row)))),
            deleteAction(() => void remove(row)),
          ],
        })}
        extraActions={<RegisterImport register="machines" />}
        create={mayWrite ? { label: t('machines.add'), to: here({ edit: 'new' }) } : undefined}
        empty={{
          title: t('machines.empty'),
          hint: t('machines.emptyHint'),
        }}
      />
      {mayWrite && edit !== undefined && (
        <MachineDialog key={edit} id={edit} onClose={() => setFilters({ edit: undefined })} />
      )}
    </>
  );
}
export default MachinesPage;
