import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PaymentTerm } from '@bobina/contract/registry/terms.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { placeOf } from '../../../ui/link.tsx';
import { deleteRows } from '../../../ui/bulk/bulk-act.tsx';
import { EntityLoader } from '../../../ui/page/EntityLoader.tsx';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { toast } from '../../../ui/toasts.ts';
import { useHere } from '../shared/filters.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { deleteAction, editAction } from '../../../ui/table/row-actions.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { FormPlace } from './FormPlace.tsx';

const waiting = <FormPlace />;
const PaymentTermForm = deferred(async () => (await import('./PaymentTermForm.tsx')).PaymentTermForm, waiting);

/** `?edit=3`: the row that is loaded into the form. */
const Filters = { ...listFilters, edit: rowFilter() };

function EditTerm({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation('registry');
  const term = useQuery(api.paymentTerms.get.query({ id }));
  const onLost = () => {
    toast.error(t('terms.loadFailed'));
    onClose();
  };
  return (
    <EntityLoader query={term} onFailed={onLost} waiting={waiting}>
      {(loaded) => <PaymentTermForm term={loaded} onDone={onClose} />}
    </EntityLoader>
  );
}

/** The fields of a payment term that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'descrizione'] as const;
type TermRow = Pick<PaymentTerm, (typeof ROW)[number]>;
const column = columnsOf<PaymentTerm>();

/** Shows the list of payment terms and their form. */
function PaymentTermsPage() {
  const { t } = useTranslation('registry');
  const navigate = useNavigate();
  const here = useHere();
  const [{ q = '', sort = 'descrizione', edit }, setFilters] = useFilters(Filters);
  const [added, setAdded] = useState(0);
  const mayWrite = useCan()('payment_terms.write');
  const columns = useMemo<Column<PaymentTerm>[]>(
    () => [
      { key: 'descrizione', label: t('term.descrizione'), width: 'minmax(10rem, 2fr)', priority: 1 },
      column(['giorni_differita', 'instalments'], {
        key: 'giorni_differita',
        label: t('term.giorni_differita'),
        kind: 'number',
        decimals: 0,
        cell: ({ giorni_differita, instalments }) =>
          instalments.length > 0 ? instalments.map(({ days }) => days).join(' / ') : giorni_differita,
        width: 'minmax(8rem, 1fr)',
        priority: 2,
      }),
      column(['giorno_fisso_scadenza'], {
        key: 'giorno_fisso_scadenza',
        label: t('term.giorno_fisso_scadenza'),
        kind: 'number',
        value: ({ giorno_fisso_scadenza: day }) => day || null,
        width: 'minmax(8rem, 1fr)',
        priority: 2,
      }),
      { key: 'fine_mese', label: t('term.fine_mese'), kind: 'flag', width: '8rem', priority: 2 },
    ],
    [t],
  );
  const close = () => setFilters({ edit: undefined });
  const pathOf = ({ id }: TermRow) => here({ edit: id });
  const remove = async ({ id, descrizione }: TermRow) => {
    const isGone = await removeRow({
      refresh: 'paymentTerms',
      question: t('terms.deleteConfirm'),
      name: descrizione,
      remove: (options) => api.paymentTerms.remove({ id }, options),
      done: t('terms.deleted'),
      failed: t('terms.deleteFailed'),
      refusals: { IN_USE: t('terms.inUse') },
    });
    if (isGone && id === edit) close();
  };
  return (
    <ListPage<PaymentTerm, TermRow>
      call={api.paymentTerms.list}
      rowFields={ROW}
      query={{ q }}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('terms.search') }}
      isFiltered={q !== ''}
      onClearFilters={() => setFilters({ q: '' })}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      countLabel={(count, shown) => t('terms.count', { count, shown })}
      above={
        mayWrite &&
        (edit === undefined ? (
          <PaymentTermForm key={added} onDone={() => setAdded(added + 1)} />
        ) : (
          <EditTerm key={edit} id={edit} onClose={close} />
        ))
      }
      rowName={({ descrizione }) => descrizione}
      {...(mayWrite && {
        href: pathOf,
        actions: (row: TermRow) => [
          editAction(() => void navigate(placeOf(pathOf(row)))),
          deleteAction(() => void remove(row)),
        ],
        bulk: [deleteRows<TermRow>(api.paymentTerms.remove, ['paymentTerms'])],
        isSelected: ({ id }: TermRow) => id === edit,
      })}
      empty={{ title: t('terms.empty'), hint: t('terms.emptyHint') }}
    />
  );
}
export default PaymentTermsPage;
