import { IconFileTypePdf, IconMailExclamation, IconCash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { addDays, type Day } from '@bobina/contract/core/dates.ts';
import type { AgingRow } from '@bobina/contract/sales/receivables.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import type { BulkAct } from '../../../ui/bulk/bulk-act.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import { placeOf } from '../../../ui/link.tsx';
import { dayFilter, listFilters } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { RowLink } from '../../../ui/table/RowLink.tsx';
import { PAYMENTS, REMINDERS, SALES } from '../calls.ts';
import { usePapers } from '../papers.tsx';
import { AgingTotals } from './AgingTotals.tsx';
import { readNextReminder } from './next-reminder.ts';

const ICON = 17;
const Filters = { ...listFilters, as_of: dayFilter() };

/** The fields of a customer that the list reads besides those of its columns. */
const ROW = ['customer_id', 'customer_name', 'not_due', 'total'] as const;
type SeenCustomer = Pick<AgingRow, (typeof ROW)[number]>;
const column = columnsOf<AgingRow>();

/** Shows what each customer owes by the days since the due date, and opens statements, payments and reminders. */
function AgingPage() {
  const { t } = useTranslation('sales');
  const navigate = useNavigate();
  const papers = usePapers();
  const mayWrite = useCan()('payments.write');
  const [{ q = '', sort = '-total', as_of }, setFilters] = useFilters(Filters);
  const query = { ...(q && { q }), ...(as_of && { as_of }) };
  const columns = useMemo(() => agingColumns(t, as_of === undefined ? companyToday() : null), [t, as_of]);
  return (
    <ListPage<AgingRow, SeenCustomer>
      call={api.receivables.aging}
      rowFields={ROW}
      query={query}
      columns={columns}
      sort={sort}
      onSort={(next) => setFilters({ sort: next })}
      search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('aging.search') }}
      filters={
        <DayBox
          aria-label={t('aging.asOf')}
          placeholder={t('aging.asOf')}
          w={170}
          value={as_of ?? null}
          onChange={(day) => setFilters({ as_of: day ?? undefined })}
        />
      }
      isFiltered={q !== '' || as_of !== undefined}
      onClearFilters={() => setFilters({ q: '', as_of: undefined })}
      countLabel={(count, shown) => t('aging.count', { count, shown })}
      failedTitle={t('failed')}
      bulk={mayWrite ? [remindAct(t)] : []}
      above={<AgingTotals query={query} />}
      rowName={({ customer_name }) => customer_name}
      actions={({ customer_id }) => [
        {
          label: t('aging.statement'),
          icon: <IconFileTypePdf size={ICON} />,
          onClick: () =>
            papers.showReport(`/customers/${customer_id}/statement?format=pdf${as_of ? `&to=${as_of}` : ''}`),
        },
        ...(mayWrite
          ? [
              {
                label: t('payments.add'),
                icon: <IconCash size={ICON} />,
                onClick: () => void navigate(placeOf(`${PAYMENTS}?customer_id=${customer_id}&new=true`)),
              },
              {
                label: t('reminders.add'),
                icon: <IconMailExclamation size={ICON} />,
                onClick: () => void navigate(placeOf(`${REMINDERS}?customer_id=${customer_id}&new=true`)),
              },
            ]
          : []),
      ]}
      empty={{ title: t('aging.empty'), hint: t('aging.emptyHint') }}
    />
  );
}
export default AgingPage;

/** Creates a draft reminder for each of the selected customers. */
function remindAct(t: TFunction<'sales'>): BulkAct<SeenCustomer> {
  return {
    key: 'remind',
    label: t('reminders.addMany'),
    icon: <IconMailExclamation size={ICON} />,
    question: (count) => t('reminders.addManyQuestion', { shown: count }),
    refuse: ({ not_due, total }) => (not_due < total ? undefined : t('reminders.nothingOverdue')),
    most: 1,
    run: async ([row]) => {
      const { customer_id } = row!;
      const { step, hasDraft } = await readNextReminder(customer_id);
      if (hasDraft) return [{ message: t('reminders.hasDraft') }];
      await api.reminders.create({ body: { customer_id, step } });
      return [{ message: null }];
    },
    refresh: ['reminders'],
  };
}

/** The invoices of each amount: their status in the list, and the days since their instalments were due. */
const AMOUNTS = {
  not_due: { status: 'open', from: 0 },
  days_30: { status: 'overdue', from: 30, to: 1 },
  days_60: { status: 'overdue', from: 60, to: 31 },
  days_90: { status: 'overdue', from: 90, to: 61 },
  older: { status: 'overdue', to: 91 },
  total: { status: 'open' },
} as const;

/** @param today null for the amounts of another day, whose invoices have no list */
function agingColumns(t: TFunction<'sales'>, today: Day | null): Column<AgingRow>[] {
  return [
    column(['customer_name', 'customer_id'], {
      key: 'customer_name',
      label: t('document.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(9rem, 2fr)',
      priority: 1,
    }),
    ...(Object.keys(AMOUNTS) as (keyof typeof AMOUNTS)[]).map((key) =>
      column([key, 'customer_id'], {
        key,
        label: t(`aging.${key}`),
        kind: 'money',
        cell: (row) => <Amount amount={row[key]} href={today && invoicesOf(row.customer_id, key, today)} />,
        width: 'minmax(7rem, 1fr)',
        priority: key === 'total' ? 1 : 2,
      }),
    ),
  ];
}

/** Shows what is owed as a link to its invoices; nothing owed is a dash. */
function Amount({ amount, href }: { amount: number; href: string | null }) {
  const text = useFormats().money(amount || null);
  return amount && href ? <RowLink href={href}>{text}</RowLink> : text;
}

/** The address of the invoices that make up an amount of a customer. */
function invoicesOf(customer: number, key: keyof typeof AMOUNTS, today: Day): string {
  const { status, from, to }: { status: string; from?: number; to?: number } = AMOUNTS[key];
  const days = {
    ...(from !== undefined && { due_from: addDays(today, -from) }),
    ...(to !== undefined && { due_until: addDays(today, -to) }),
  };
  return `${SALES}?${String(new URLSearchParams({ tab: 'invoices', customer_id: String(customer), status, ...days }))}`;
}
