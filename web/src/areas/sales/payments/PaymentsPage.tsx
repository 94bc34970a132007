import { Badge } from '@mantine/core';
import { IconArrowsSplit, IconBuildingBank, IconReceiptRefund } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Fragment, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Language } from '@bobina/contract/core/languages.ts';
import { paymentMethodName } from '@bobina/contract/registry/payment-methods.ts';
import type { Payment } from '@bobina/contract/sales/payments.ts';
import { api } from '../../../lib/api/api.ts';
import { trackActs } from '../../../lib/api/acts.ts';
import { EMPTY, useFormats, type Formats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useCan } from '../../../lib/session.ts';
import { FittedText } from '../../../ui/cut-text.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { dayFilter, flagFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { toast } from '../../../ui/toasts.ts';
import { BANK, refreshPayments } from '../calls.ts';
import { CustomerAndPeriod } from '../CustomerAndPeriod.tsx';
import classes from '../sales.module.css';
import { openInvoicesOf } from './open-of-customer.ts';
import { ToolButton } from '../../../ui/page/PageAction.tsx';

const AllotPayment = deferred(async () => (await import('./AllotPayment.tsx')).AllotPayment);
const NewPayment = deferred(async () => (await import('./NewPayment.tsx')).NewPayment);

const ICON = 17;
/** A payment of more invoices shows their numbers on one line, without links. */
const MOST_LINKS = 4;
const Filters = {
  ...listFilters,
  customer_id: rowFilter(),
  from: dayFilter(),
  to: dayFilter(),
  /** Whether the form of a new payment is open. */
  new: flagFilter(),
  /** The invoice that the new payment settles. */
  invoice_id: rowFilter(),
  /** The payment whose advance is allotted. */
  allot: rowFilter(),
};

/** The fields of a payment that the list reads besides those of its columns. */
const ROW = [
  'id',
  'version',
  'customer_name',
  'day',
  'amount',
  'currency',
  'unallocated_amount',
  'reversed_at',
] as const;
type SeenPayment = Pick<Payment, (typeof ROW)[number]>;
const column = columnsOf<Payment>();

/** Shows the payments of customers, records new ones, allots advances and reverses payments. */
function PaymentsPage() {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const mayWrite = useCan()('payments.write');
  const [{ q = '', sort = '-day', customer_id, from, to, new: isNew, invoice_id, allot }, setFilters] =
    useFilters(Filters);
  const language = useLanguage();
  const columns = useMemo(() => paymentColumns(t, formats, language), [t, formats, language]);
  const reverse = async (payment: SeenPayment) => {
    const named = {
      amount: formats.money(payment.amount, payment.currency),
      customer: payment.customer_name,
    };
    const title = t('payments.reverse');
    const message = t('payments.reverseText', named);
    if (!(await confirm({ title, message, confirmLabel: title, danger: true, isFinal: true }))) return;
    try {
      const acts = trackActs();
      await api.payments.remove({ id: payment.id }, acts.options);
      toast.success(t('payments.reversed'), acts);
    } catch (error) {
      toast.problem(error, t('failed'));
    } finally {
      refreshPayments();
    }
  };
  return (
    <>
      <ListPage<Payment, SeenPayment>
        call={api.payments.list}
        rowFields={ROW}
        query={{ ...(q && { q }), ...(customer_id && { customer_id }), from, to }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('payments.search') }}
        filters={
          <CustomerAndPeriod customer_id={customer_id} from={from} to={to} onChange={(change) => setFilters(change)} />
        }
        isFiltered={q !== '' || [customer_id, from, to].some((value) => value !== undefined)}
        onClearFilters={() => setFilters({ q: '', customer_id: undefined, from: undefined, to: undefined })}
        countLabel={(count, shown) => t('payments.count', { count, shown })}
        failedTitle={t('failed')}
        rowName={({ customer_name, day }) => `${customer_name} ${formats.day(day)}`}
        {...(mayWrite && {
          actions: (row: SeenPayment) =>
            row.reversed_at
              ? []
              : [
                  ...(row.unallocated_amount > 0
                    ? [
                        {
                          label: t('payments.allot'),
                          icon: <IconArrowsSplit size={ICON} />,
                          onClick: () => setFilters({ allot: row.id }, { replace: false }),
                        },
                      ]
                    : []),
                  {
                    label: t('payments.reverse'),
                    icon: <IconReceiptRefund size={ICON} />,
                    onClick: () => void reverse(row),
                    danger: true,
                  },
                ],
          create: { label: t('payments.add'), onClick: () => setFilters({ new: true }, { replace: false }) },
        })}
        extraActions={<ToolButton label={t('payments.slips')} icon={<IconBuildingBank size={18} />} to={BANK} />}
        empty={{ title: t('payments.empty'), hint: t('payments.emptyHint') }}
      />
      {mayWrite && isNew && (
        <LoadedNew
          key={invoice_id}
          customerId={customer_id}
          invoiceId={invoice_id}
          onClose={() => setFilters({ new: undefined, invoice_id: undefined })}
        />
      )}
      {mayWrite && allot && <LoadedAllot key={allot} id={allot} onClose={() => setFilters({ allot: undefined })} />}
    </>
  );
}
export default PaymentsPage;

/** Opens the form with the invoice that the payment settles; without it if it cannot be read. */
function LoadedNew({
  customerId,
  invoiceId,
  onClose,
}: {
  customerId: number | undefined;
  invoiceId: number | undefined;
  onClose: () => void;
}) {
  const { data, isPending } = useQuery({
    ...api.invoices.get.query({ id: invoiceId ?? 0 }),
    enabled: invoiceId !== undefined,
  });
  const isOfCustomer = customerId !== undefined && invoiceId === undefined;
  const open = useQuery({ ...openInvoicesOf(customerId ?? 0), enabled: isOfCustomer });
  if ((invoiceId !== undefined && isPending) || (isOfCustomer && open.isPending)) return null;
  // The form opens in the currency of the oldest open invoice.
  const currency = open.data?.rows[0]?.currency ?? 'EUR';
  return <NewPayment customerId={customerId} invoice={data} currency={currency} onClose={onClose} />;
}

function LoadedAllot({ id, onClose }: { id: number; onClose: () => void }) {
  const { data } = useQuery(api.payments.get.query({ id }));
  return data ? <AllotPayment payment={data} onClose={onClose} /> : null;
}

function paymentColumns(t: TFunction<'sales'>, formats: Formats, language: Language): Column<Payment>[] {
  return [
    { key: 'day', label: t('payments.day'), kind: 'day', width: '7rem', priority: 1 },
    column(['customer_id', 'customer_name'], {
      key: 'customer_name',
      label: t('document.customer'),
      cell: (row) => <EntityLink kind="customer" id={row.customer_id} text={row.customer_name} size="fit" />,
      width: 'minmax(9rem, 2fr)',
      priority: 1,
    }),
    column(['amount', 'currency'], {
      key: 'amount',
      label: t('payments.amount'),
      kind: 'money',
      currency: ({ currency }) => currency,
      width: 'minmax(8rem, 0.8fr)',
      priority: 1,
    }),
    column(['allocations'], {
      key: 'allocations',
      label: t('payments.invoices'),
      sortable: false,
      value: numbersOf,
      cell: ({ allocations }) => <PaidInvoices allocations={allocations} />,
      width: 'minmax(9rem, 2.4fr)',
      priority: 2,
    }),
    column(['unallocated_amount', 'currency'], {
      key: 'unallocated_amount',
      label: t('payments.advance'),
      kind: 'money',
      currency: ({ currency }) => currency,
      cell: ({ unallocated_amount, currency }) =>
        unallocated_amount === 0 ? EMPTY : formats.money(unallocated_amount, currency),
      sortable: false,
      width: 'minmax(6.75rem, 0.7fr)',
      priority: 2,
    }),
    column(['method'], {
      key: 'method',
      label: t('payments.method'),
      value: ({ method }) => paymentMethodName(language, method),
      width: 'minmax(8.75rem, 1fr)',
      priority: 3,
    }),
    { key: 'bank', label: t('payments.bank'), width: 'minmax(8rem, 1.5fr)', priority: 3 },
    { key: 'notes', label: t('document.notes'), width: 'minmax(4.5rem, 0.6fr)', priority: 2, sortable: false },
    column(['reversed_at'], {
      key: 'reversed_at',
      label: t('document.status'),
      sortable: false,
      value: ({ reversed_at }) => (reversed_at ? t('payments.isReversed') : ''),
      cell: ({ reversed_at }) => (reversed_at ? <Badge color="gray">{t('payments.isReversed')}</Badge> : null),
      width: 'minmax(5rem, 0.5fr)',
      priority: 2,
    }),
  ];
}

function numbersOf({ allocations }: Pick<Payment, 'allocations'>): string {
  return allocations.map(({ invoice_number }) => invoice_number).join(', ');
}

function PaidInvoices({ allocations }: Pick<Payment, 'allocations'>) {
  if (allocations.length === 0) return EMPTY;
  if (allocations.length > MOST_LINKS) return <FittedText value={numbersOf({ allocations })} />;
  return allocations.map(({ invoice_id, invoice_number }, index) => (
    <Fragment key={invoice_id}>
      {index > 0 && ', '}
      <span className={classes.whole}>
        <EntityLink kind="invoice" id={invoice_id} text={invoice_number} />
      </span>
    </Fragment>
  ));
}
