import { Alert, Button } from '@mantine/core';
import { IconFileSpreadsheet, IconFileTypePdf } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { XLSX } from '@bobina/contract/core/endpoint.ts';
import {
  REGISTER_KINDS,
  type RegisteredDocument,
  type RegisterKind,
  type VatRegister,
} from '@bobina/contract/sales/accounting.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { DayRange } from '../../../ui/form/DayRange.tsx';
import { ChoicePicker } from '../../../ui/form/Picker.tsx';
import { choiceFilter, dayFilter } from '../../../ui/page/filter-fields.ts';
import { Page } from '../../../ui/page/Page.tsx';
import { Panel } from '../../../ui/page/Panel.tsx';
import { useFilters } from '../../../ui/page/use-filters.ts';
import type { Column } from '../../../ui/table/columns.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { localRows } from '../../../ui/table/use-rows.ts';
import { startOfMonth, useFiles, useRegisters } from './use-registers.ts';
import report from '../../../ui/page/report.module.css';
import classes from './accounting.module.css';

const Filters = { kind: choiceFilter(REGISTER_KINDS), from: dayFilter(), to: dayFilter() };

/** Shows the VAT register of sales or purchases with its sums, as a PDF and an Excel file too. */
function RegistersPage() {
  const { t } = useTranslation('accounting');
  const files = useFiles();
  const { hasRegisters } = useRegisters();
  const [{ kind = 'sales', from = startOfMonth(), to = companyToday() }, set] = useFilters(Filters);
  const found = useQuery({
    ...api.accounting.vatRegister.query({ query: { kind, from, to } }),
    enabled: hasRegisters === true,
  });
  const columns = useMemo(() => columnsOf(t, kind), [t, kind]);
  const path = `/accounting/vat-register?kind=${kind}&from=${from}&to=${to}`;
  if (hasRegisters === false)
    return (
      <Page>
        <Alert color="gray">{t('noRegisters')}</Alert>
      </Page>
    );
  return (
    <Page
      subtitle={t('registersHint')}
      actions={
        <>
          <Button
            variant="default"
            leftSection={<IconFileTypePdf size={18} />}
            loading={files.isBusy}
            onClick={() => files.show(`${path}&format=pdf`)}
          >
            {t('pdf')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconFileSpreadsheet size={18} />}
            loading={files.isBusy}
            onClick={() => files.save(`${path}&format=xlsx`, XLSX)}
          >
            {t('excel')}
          </Button>
        </>
      }
    >
      <Panel>
        <div className={report.filters}>
          <ChoicePicker
            aria-label={t('register')}
            w={200}
            clearable={false}
            value={kind}
            data={REGISTER_KINDS.map((value) => ({ value, label: t(`kinds.${value}`) }))}
            onChange={(value) => set({ kind: value as typeof kind })}
          />
          <DayRange from={from} to={to} labels={[t('from'), t('to')]} onChange={set} />
        </div>
        <div className={classes.rows}>
          <DataTable<RegisteredDocument>
            label={t(`kinds.${kind}`)}
            rows={localRows(found.data?.rows, {
              error: found.error,
              retry: () => void found.refetch(),
              isFetching: found.isFetching,
              key: `${kind} ${from} ${to}`,
            })}
            columns={columns}
            rowName={({ document_number }) => document_number}
            failedTitle={t('failed')}
            empty={{ title: t('noDocuments'), hint: t('noDocumentsHint') }}
          />
        </div>
      </Panel>
      {found.data && <Sums register={found.data} />}
    </Page>
  );
}
export default RegistersPage;

function Sums({ register }: { register: VatRegister }) {
  const { t } = useTranslation('accounting');
  const formats = useFormats();
  return (
    <Panel title={t('sums')}>
      <PlainTable
        label={t('sums')}
        heads={[
          { label: t('rate') },
          { label: t('natura') },
          { label: t('net'), end: true },
          { label: t('vat'), end: true },
        ]}
      >
        {register.sums.map(({ vat_rate, natura, net_amount, vat_amount }) => (
          <tr key={`${vat_rate} ${natura}`}>
            <th scope="row">{formats.percent(vat_rate)}</th>
            <td>{natura}</td>
            <td data-end>{formats.money(net_amount)}</td>
            <td data-end>{formats.money(vat_amount)}</td>
          </tr>
        ))}
        <tr>
          <th scope="row" colSpan={2}>
            {t('total')}
          </th>
          <td data-end>
            <strong>{formats.money(register.net_amount)}</strong>
          </td>
          <td data-end>
            <strong>{formats.money(register.vat_amount)}</strong>
          </td>
        </tr>
        {register.split_payment_vat !== 0 && (
          <tr>
            <th scope="row" colSpan={3}>
              {t('splitVat')}
            </th>
            <td data-end>{formats.money(register.split_payment_vat)}</td>
          </tr>
        )}
      </PlainTable>
    </Panel>
  );
}

/** Purchases have the number of the supplier and that of the register. */
function columnsOf(t: TFunction<'accounting'>, kind: RegisterKind): Column<RegisteredDocument>[] {
  return [
    { key: 'day', label: t('day'), kind: 'day', width: '7rem', priority: 2, sortable: false },
    ...(kind === 'purchases' ? [registered(t)] : []),
    {
      key: 'document_number',
      label: t('number'),
      cell: ({ document_id, document_number }) => (
        <EntityLink
          kind={kind === 'sales' ? 'invoice' : 'purchase_invoice'}
          id={document_id}
          text={document_number}
          size="fit"
        />
      ),
      width: '9rem',
      priority: 1,
      sortable: false,
    },
    {
      key: 'party_name',
      label: t('party'),
      cell: ({ party_id, party_name }) => (
        <EntityLink kind={kind === 'sales' ? 'customer' : 'supplier'} id={party_id} text={party_name} size="fit" />
      ),
      width: 'minmax(9rem, 2fr)',
      priority: 1,
      sortable: false,
    },
    {
      key: 'split_payment',
      label: t('split'),
      kind: 'flag',
      width: '8rem',
      priority: 3,
      sortable: false,
    },
    ...(['net_amount', 'vat_amount', 'total_amount'] as const).map((key): Column<RegisteredDocument> => ({
      key,
      label: t(`${key}`),
      kind: 'money',
      width: 'minmax(7rem, 1fr)',
      priority: key === 'total_amount' ? 1 : 2,
      sortable: false,
    })),
  ];
}

function registered(t: TFunction<'accounting'>): Column<RegisteredDocument> {
  return { key: 'register_number', label: t('registered'), width: '9rem', priority: 2, sortable: false };
}
