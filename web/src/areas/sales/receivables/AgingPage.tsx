import { IconFileTypePdf, IconMailExclamation, IconCash } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { AgingRow } from '@bobina/contract/sales/receivables.ts';
import { api } from '../../../lib/api/api.ts';
import { useCan } from '../../../lib/session.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import { placeOf } from '../../../ui/link.tsx';
import { dayFilter, listFilters } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { PAYMENTS, REMINDERS } from '../calls.ts';
import { usePapers } from '../papers.tsx';

const ICON = 17;
const Filters = { ...listFilters, as_of: dayFilter() };

/** What the list reads of a customer beside its columns. */
const ROW = ['customer_id', 'customer_name'] as const;
type SeenCustomer = Pick<AgingRow, (typeof ROW)[number]>;
const column = columnsOf<AgingRow>();

/** Shows what each customer owes by the days since the due date, and opens statements, payments and reminders. */
function AgingPage() {
  const { t } = useTranslation('sales');
  const navigate = useNavigate();
  const papers = usePapers();
  const mayWrite = useCan()('payments.write');
  const [{ q = '', sort = 'customer_name', as_of }, setFilters] = useFilters(Filters);
  const columns = useMemo(() => agingColumns(t), [t]);
  return (
    <ListPage<AgingRow, SeenCustomer>
      call={api.receivables.aging}
      rowFields={ROW}
      query={{ ...(q && { q }), ...(as_of && { as_of }) }}
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

function agingColumns(t: TFunction<'sales'>): Column<AgingRow>[] {
  const amounts = ['not_due', 'days_30', 'days_60', 'days_90', 'older', 'total'] as const;
  return [
    column(['customer_name', 'customer_id'], {
      key: 'customer_name',
      label: t('document.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(9rem, 2fr)',
      priority: 1,
    }),
    ...amounts.map((key): Column<AgingRow> => ({
      key,
      label: t(`aging.${key}`),
      kind: 'money',
      width: 'minmax(7rem, 1fr)',
      priority: key === 'total' ? 1 : 2,
    })),
  ];
}
