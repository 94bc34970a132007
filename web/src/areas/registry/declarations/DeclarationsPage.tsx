import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { NEARLY_USED_PERCENT, type DeclarationOfIntent } from '@bobina/contract/registry/declarations.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { placeOf } from '../../../ui/link.tsx';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { listFilters, openedFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { deleteAction, editAction } from '../../../ui/table/row-actions.tsx';
import { useHere } from '../shared/filters.ts';

const DeclarationDialog = deferred(async () => (await import('./DeclarationDialog.tsx')).DeclarationDialog);

const Filters = { ...listFilters, edit: openedFilter() };

/** The fields of a declaration that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'protocol', 'customer_name', 'used_amount', 'ceiling'] as const;
type DeclarationRow = Pick<DeclarationOfIntent, (typeof ROW)[number]>;
const column = columnsOf<DeclarationOfIntent>();

/** Shows the list of declarations of intent. A row that is nearly used up is marked. */
function DeclarationsPage() {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const here = useHere();
  const [{ q = '', sort = '-day', edit }, setFilters] = useFilters(Filters);
  const mayWrite = useCan()('declarations.write');
  const columns = useMemo<Column<DeclarationOfIntent>[]>(
    () => [
      { key: 'protocol', label: t('declaration.protocol'), width: 'minmax(10rem, 2fr)', priority: 1 },
      column(['customer_name', 'customer_id'], {
        key: 'customer_name',
        label: t('declaration.customer'),
        width: 'minmax(10rem, 2fr)',
        priority: 1,
        cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      }),
      { key: 'day', label: t('declaration.day'), kind: 'day', width: '7rem', priority: 2 },
      { key: 'year', label: t('declaration.year'), width: '5rem', priority: 2 },
      { key: 'ceiling', label: t('declaration.ceiling'), kind: 'money', width: '9rem', priority: 1 },
      {
        key: 'used_amount',
        label: t('declaration.used_amount'),
        kind: 'money',
        width: '9rem',
        priority: 1,
        sortable: false,
      },
      {
        key: 'notes',
        label: t('declaration.notes'),
        width: 'minmax(7rem, 1fr)',
        priority: 2,
        sortable: false,
      },
    ],
    [t],
  );
  const pathOf = ({ id }: DeclarationRow) => here({ edit: id });
  const remove = ({ id, protocol, customer_name }: DeclarationRow) =>
    removeRow({
      refresh: 'declarationsOfIntent',
      question: t('declarations.deleteConfirm'),
      name: `${protocol} · ${customer_name}`,
      remove: (options) => api.declarationsOfIntent.remove({ id }, options),
      done: t('declarations.deleted'),
      failed: t('declarations.deleteFailed'),
    });
  return (
    <>
      <ListPage<DeclarationOfIntent, DeclarationRow>
        call={api.declarationsOfIntent.list}
        rowFields={ROW}
        query={{ q }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        countLabel={(count, shown) => t('declarations.count', { count, shown })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('declarations.search') }}
        isFiltered={q !== ''}
        onClearFilters={() => setFilters({ q: '' })}
        rowName={({ protocol }) => protocol}
        tone={toneOf}
        {...(mayWrite && {
          bulk: [deleteRows<DeclarationRow>(api.declarationsOfIntent.remove, ['declarationsOfIntent'])],
          href: pathOf,
          actions: (row: DeclarationRow) => [
            editAction(() => void navigate(placeOf(pathOf(row)))),
            deleteAction(() => void remove(row)),
          ],
        })}
        create={mayWrite ? { label: t('declarations.add'), to: here({ edit: 'new' }) } : undefined}
        empty={{
          title: t('declarations.empty'),
          hint: t('declarations.emptyHint'),
        }}
      />
      {mayWrite && edit !== undefined && (
        <DeclarationDialog key={edit} id={edit} onClose={() => setFilters({ edit: undefined })} />
      )}
    </>
  );
}
export default DeclarationsPage;

function toneOf({ used_amount, ceiling }: DeclarationRow) {
  return used_amount * 100 >= ceiling * NEARLY_USED_PERCENT ? ('warning' as const) : undefined;
}
