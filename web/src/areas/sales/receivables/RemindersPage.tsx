import { Badge } from '@mantine/core';
import { IconFileTypePdf, IconMailCheck } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Reminder } from '@bobina/contract/sales/receivables.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { useCan } from '../../../lib/session.ts';
import { deferred } from '../../../ui/deferred.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { flagFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { deleteAction } from '../../../ui/table/row-actions.tsx';
import { toast } from '../../../ui/toasts.ts';
import { usePapers } from '../papers.tsx';

const NewReminder = deferred(async () => (await import('./NewReminder.tsx')).NewReminder);

const ICON = 17;
const Filters = {
  ...listFilters,
  customer_id: rowFilter(),
  new: flagFilter(),
};

/** The fields of a reminder that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'customer_name', 'day', 'status'] as const;
type SeenReminder = Pick<Reminder, (typeof ROW)[number]>;
const column = columnsOf<Reminder>();

/** Shows the reminders to customers: drafts are printed, marked as sent or deleted. */
function RemindersPage() {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const papers = usePapers();
  const mayWrite = useCan()('payments.write');
  const [{ q = '', sort = '-day', customer_id, new: isNew }, setFilters] = useFilters(Filters);
  const columns = useMemo(() => reminderColumns(t), [t]);
  const send = async ({ id, version, customer_name }: SeenReminder) => {
    const title = t('reminders.send');
    const message = t('reminders.sendText', { customer: customer_name });
    if (!(await confirm({ title, message, confirmLabel: title, isFinal: true }))) return;
    try {
      await api.reminders.send({ id, version });
      toast.success(t('reminders.sent'));
    } catch (error) {
      toast.problem(error, t('failed'));
    } finally {
      void queryClient.invalidateQueries({ queryKey: ['reminders'] });
    }
  };
  const remove = (row: SeenReminder) =>
    removeRow({
      refresh: 'reminders',
      question: t('reminders.deleteConfirm'),
      name: row.customer_name,
      isFinal: true,
      remove: (options) => api.reminders.remove({ id: row.id }, options),
      done: t('reminders.deleted'),
      failed: t('failed'),
    });
  return (
    <>
      <ListPage<Reminder, SeenReminder>
        call={api.reminders.list}
        rowFields={ROW}
        query={{ ...(q && { q }), ...(customer_id && !isNew && { customer_id }) }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('reminders.search') }}
        isFiltered={q !== '' || customer_id !== undefined}
        onClearFilters={() => setFilters({ q: '', customer_id: undefined })}
        countLabel={(count, shown) => t('reminders.count', { count, shown })}
        failedTitle={t('failed')}
        rowName={({ customer_name, day }) => `${customer_name} ${formats.day(day)}`}
        actions={(row) => [
          {
            label: t('reminders.print'),
            icon: <IconFileTypePdf size={ICON} />,
            onClick: () => papers.showReport(`/reminders/${row.id}/report?format=pdf`),
          },
          ...(mayWrite && row.status === 'draft'
            ? [
                { label: t('reminders.send'), icon: <IconMailCheck size={ICON} />, onClick: () => void send(row) },
                deleteAction(() => void remove(row)),
              ]
            : []),
        ]}
        create={
          mayWrite
            ? { label: t('reminders.add'), onClick: () => setFilters({ new: true }, { replace: false }) }
            : undefined
        }
        empty={{ title: t('reminders.empty'), hint: t('reminders.emptyHint') }}
      />
      {mayWrite && isNew && (
        <NewReminder customerId={customer_id} onClose={() => setFilters({ new: undefined, customer_id: undefined })} />
      )}
    </>
  );
}
export default RemindersPage;

function reminderColumns(t: TFunction<'sales'>): Column<Reminder>[] {
  return [
    { key: 'day', label: t('reminders.day'), kind: 'day', width: '7rem', priority: 1 },
    column(['customer_id', 'customer_name'], {
      key: 'customer_name',
      label: t('document.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(9rem, 2fr)',
      priority: 1,
    }),
    column(['step'], {
      key: 'step',
      label: t('reminders.step'),
      value: ({ step }) => t(`reminders.steps.${step}`),
      width: 'minmax(8rem, 1fr)',
      priority: 1,
    }),
    column(['status'], {
      key: 'status',
      label: t('document.status'),
      value: ({ status }) => t(`reminders.status.${status}`),
      cell: ({ status }) => (
        <Badge color={status === 'sent' ? 'green' : 'gray'}>{t(`reminders.status.${status}`)}</Badge>
      ),
      width: 'minmax(6rem, 0.8fr)',
      priority: 2,
    }),
    {
      key: 'overdue_amount',
      label: t('reminders.overdue'),
      kind: 'money',
      sortable: false,
      width: 'minmax(8rem, 1fr)',
      priority: 2,
    },
    {
      key: 'interest_amount',
      label: t('reminders.interest'),
      kind: 'money',
      sortable: false,
      width: 'minmax(8rem, 1fr)',
      priority: 3,
    },
  ];
}
