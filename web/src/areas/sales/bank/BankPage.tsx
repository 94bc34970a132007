import { Badge } from '@mantine/core';
import {
  IconBuildingBank,
  IconCash,
  IconDownload,
  IconListDetails,
  IconReceiptRefund,
  IconSend,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { SLIP_KINDS, SLIP_STATES, type BankSlip, type SlipState } from '@bobina/contract/sales/bank.ts';
import { api } from '../../../lib/api/api.ts';
import { fetchFile } from '../../../lib/api/file.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useCan } from '../../../lib/session.ts';
import { Select } from '../../../ui/form/Select.tsx';
import { deferred } from '../../../ui/deferred.tsx';
import { download } from '../../../ui/export/export-rows.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { removeRow } from '../../../ui/overlay/remove-row.tsx';
import { choiceFilter, flagFilter, listFilters, rowFilter } from '../../../ui/page/filter-fields.ts';
import { ListPage } from '../../../ui/page/ListPage.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { columnsOf } from '../../../ui/table/row-fields.ts';
import { deleteAction } from '../../../ui/table/row-actions.tsx';
import { toast } from '../../../ui/toasts.ts';
import { PAYMENTS, refreshSlips } from '../calls.ts';
import { ToolButton } from '../../../ui/page/PageAction.tsx';

const CreditSlip = deferred(async () => (await import('./CreditSlip.tsx')).CreditSlip);
const NewSlip = deferred(async () => (await import('./NewSlip.tsx')).NewSlip);
const LoadedSlip = deferred(async () => (await import('./SlipItems.tsx')).LoadedSlip);

const ICON = 17;
const Filters = {
  ...listFilters,
  kind: choiceFilter(SLIP_KINDS),
  state: choiceFilter(SLIP_STATES),
  /** Whether the form of a new slip is open. */
  new: flagFilter(),
  /** The slip whose items are open. */
  open: rowFilter(),
  /** The slip that is being credited. */
  credit: rowFilter(),
};
const COLORS: Record<SlipState, string> = { new: 'gray', presented: 'blue', credited: 'green', unpaid: 'red' };

/** The fields of a slip that the list reads besides those of its columns. */
const ROW = ['id', 'version', 'kind', 'state', 'amount', 'unpaid_amount', 'due_date', 'file_name'] as const;
type SeenSlip = Pick<BankSlip, (typeof ROW)[number]>;
const column = columnsOf<BankSlip>();

/** Shows bank slips: new ones are made of open instalments, presented, credited, and returned unpaid. */
function BankPage() {
  const { t } = useTranslation('bank');
  const { t: sales } = useTranslation('sales');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const mayWrite = useCan()('payments.write');
  const [{ q = '', sort = '-due_date', kind, state, new: isNew, open, credit }, setFilters] = useFilters(Filters);
  const columns = useMemo(() => slipColumns(t, sales), [t, sales]);
  const save = async ({ id, kind: of }: SeenSlip) => {
    const type = of === 'riba' ? 'text/plain' : 'application/xml';
    try {
      const { content, name } = await fetchFile(`/bank/slips/${id}/file`, type);
      download(content, name, type);
      toast.success(common('print.ready', { name }));
    } catch (error) {
      toast.problem(error, sales('failed'));
    }
  };
  const move = async (slip: SeenSlip, to: 'presented' | 'unpaid') => {
    const title = t(`bank.acts.${to}`);
    const named = { amount: formats.money(slip.amount - slip.unpaid_amount), day: formats.day(slip.due_date) };
    const message = t(`bank.actText.${to}`, named);
    if (!(await confirm({ title, message, confirmLabel: title, danger: to === 'unpaid' }))) return;
    try {
      await api.bankSlips.setState({ id: slip.id, body: { state: to }, version: slip.version });
      toast.success(t(`bank.done.${to}`));
    } catch (error) {
      toast.problem(error, sales('failed'));
    } finally {
      refreshSlips();
    }
  };
  const remove = (slip: SeenSlip) =>
    void removeRow({
      refresh: refreshSlips,
      question: t('bank.deleteConfirm'),
      name: slip.file_name,
      isFinal: true,
      remove: (options) => api.bankSlips.remove({ id: slip.id }, options),
      done: t('bank.deleted'),
      failed: sales('failed'),
    });
  return (
    <>
      <ListPage<BankSlip, SeenSlip>
        call={api.bankSlips.list}
        rowFields={ROW}
        query={{ ...(q && { q }), kind, state }}
        columns={columns}
        sort={sort}
        onSort={(next) => setFilters({ sort: next })}
        search={{ value: q, onChange: (term) => setFilters({ q: term }), label: t('bank.search') }}
        filters={
          <>
            <Select
              aria-label={t('bank.kind')}
              w={220}
              allowDeselect={false}
              value={kind ?? 'all'}
              data={[
                { value: 'all', label: t('bank.allKinds') },
                ...SLIP_KINDS.map((value) => ({ value, label: t(`bank.kinds.${value}`) })),
              ]}
              onChange={(value) => setFilters({ kind: SLIP_KINDS.find((one) => one === value) })}
            />
            <Select
              aria-label={sales('document.status')}
              w={180}
              allowDeselect={false}
              value={state ?? 'all'}
              data={[
                { value: 'all', label: sales('filters.all') },
                ...SLIP_STATES.map((value) => ({ value, label: t(`bank.states.${value}`) })),
              ]}
              onChange={(value) => setFilters({ state: SLIP_STATES.find((one) => one === value) })}
            />
          </>
        }
        isFiltered={q !== '' || kind !== undefined || state !== undefined}
        onClearFilters={() => setFilters({ q: '', kind: undefined, state: undefined })}
        countLabel={(count, shown) => t('bank.count', { count, shown })}
        failedTitle={sales('failed')}
        rowName={({ file_name }) => file_name}
        extraActions={<ToolButton label={t('bank.payments')} icon={<IconCash size={18} />} to={PAYMENTS} />}
        actions={(row: SeenSlip) => [
          {
            label: t('bank.acts.open'),
            icon: <IconListDetails size={ICON} />,
            onClick: () => setFilters({ open: row.id }, { replace: false }),
          },
          { label: t('bank.acts.download'), icon: <IconDownload size={ICON} />, onClick: () => void save(row) },
          ...(mayWrite && row.state === 'new'
            ? [
                {
                  label: t('bank.acts.presented'),
                  icon: <IconSend size={ICON} />,
                  onClick: () => void move(row, 'presented'),
                },
                deleteAction(() => remove(row)),
              ]
            : []),
          ...(mayWrite && row.state === 'presented'
            ? [
                {
                  label: t('bank.acts.credited'),
                  icon: <IconBuildingBank size={ICON} />,
                  onClick: () => setFilters({ credit: row.id }, { replace: false }),
                },
              ]
            : []),
          ...(mayWrite && (row.state === 'presented' || row.state === 'credited')
            ? [
                {
                  label: t('bank.acts.unpaid'),
                  icon: <IconReceiptRefund size={ICON} />,
                  onClick: () => void move(row, 'unpaid'),
                  danger: true,
                },
              ]
            : []),
        ]}
        {...(mayWrite && {
          create: { label: t('bank.add'), onClick: () => setFilters({ new: true }, { replace: false }) },
        })}
        empty={{ title: t('bank.empty'), hint: t('bank.emptyHint') }}
      />
      {mayWrite && isNew && <NewSlip onClose={() => setFilters({ new: undefined })} />}
      {mayWrite && credit && <CreditSlip key={credit} id={credit} onClose={() => setFilters({ credit: undefined })} />}
      {open && <LoadedSlip key={open} id={open} onClose={() => setFilters({ open: undefined })} />}
    </>
  );
}
export default BankPage;

function slipColumns(t: TFunction<'bank'>, sales: TFunction<'sales'>): Column<BankSlip>[] {
  return [
    { key: 'due_date', label: t('bank.due_date'), kind: 'day', width: '7rem', priority: 1 },
    column(['kind'], {
      key: 'kind',
      label: t('bank.kind'),
      value: ({ kind }) => t(`bank.kinds.${kind}`),
      width: 'minmax(8rem, 1fr)',
      priority: 2,
    }),
    column(['state'], {
      key: 'state',
      label: sales('document.status'),
      value: ({ state }) => t(`bank.states.${state}`),
      cell: ({ state }) => <Badge color={COLORS[state]}>{t(`bank.states.${state}`)}</Badge>,
      width: 'minmax(7rem, 0.8fr)',
      priority: 1,
    }),
    { key: 'amount', label: t('bank.amount'), kind: 'money', width: 'minmax(8rem, 1fr)', priority: 1 },
    {
      key: 'unpaid_amount',
      label: t('bank.unpaid_amount'),
      kind: 'money',
      sortable: false,
      width: 'minmax(7rem, 1fr)',
      priority: 2,
    },
    column(['items'], {
      key: 'items',
      label: t('bank.items'),
      kind: 'number',
      sortable: false,
      value: ({ items }) => items.length,
      width: 'minmax(4rem, 0.5fr)',
      priority: 3,
    }),
    { key: 'bank', label: t('bank.bank'), width: 'minmax(8rem, 1fr)', priority: 2 },
    { key: 'iban', label: t('bank.iban'), width: 'minmax(15rem, 1.2fr)', priority: 3, sortable: false },
  ];
}
