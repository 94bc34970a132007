import { Alert, Checkbox, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Missing } from '@bobina/contract/core/errors.ts';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { paymentMethodName } from '@bobina/contract/registry/payment-methods.ts';
import { BankSlipInput, SLIP_KINDS, type BankInstalment, type SlipKind } from '@bobina/contract/sales/bank.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { SelectField, TextField } from '../../../ui/form/fields.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { MissingParts } from '../../../ui/print/MissingParts.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshSlips } from '../calls.ts';
import FullSelect from '../../../ui/form/FullSelect.tsx';

/** The payment methods of the Italian tax authority that each kind collects or pays. */
const METHODS: Record<SlipKind, ReadonlySet<string>> = {
  riba: new Set(['MP12']),
  pain008: new Set(['MP09', 'MP10', 'MP11', 'MP16', 'MP17', 'MP19', 'MP20', 'MP21']),
  pain001: new Set(['MP05']),
};

/** A payment method that is no text of the user. */
const CODE = /^MP\d\d$/;

/** Shows the form of a new slip: its kind, the company's account, the due day, and the instalments of that day. */
export function NewSlip({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('bank');
  const { t: sales } = useTranslation('sales');
  const [missing, setMissing] = useState<readonly Missing[]>([]);
  const company = useQuery(api.company.get.query());
  const handle = useEntityForm({
    schema: BankSlipInput,
    initial: { kind: 'riba', due_date: null, iban: '', ids: [] },
    openBy: 'new',
    save: async ({ body }, options) => {
      setMissing([]);
      try {
        return await api.bankSlips.create({ body }, options);
      } catch (error) {
        if (error instanceof ApiProblem && error.body.missing) setMissing(error.body.missing);
        throw error;
      }
    },
    failure: sales('failed'),
    invalid: (form) => ((form.getValues()['ids'] as number[]).length === 0 ? t('bank.noneChosen') : undefined),
    onSaved: ({ file_name }) => {
      toast.success(t('bank.saved', { name: file_name }));
      refreshSlips();
      onClose();
    },
  });
  return (
    <FormDialog handle={handle} title={t('bank.add')} onClose={onClose} size="min(60rem, 100%)">
      <SelectField
        name="kind"
        label={t('bank.kind')}
        data={SLIP_KINDS.map((value) => ({ value, label: t(`bank.kinds.${value}`) }))}
        allowDeselect={false}
        required
        // The chosen ids are of documents of the kind before: another kind would send them unseen.
        onChange={(kind) => {
          handle.form.setValues({ kind: kind as SlipKind, due_date: null as never, ids: [] });
          setMissing([]);
        }}
      />
      <TextField
        name="iban"
        label={t('bank.account')}
        placeholder={company.data?.iban ?? ''}
        description={t('bank.accountHint')}
      />
      <Instalments />
      {missing.length > 0 && (
        <Wide>
          <Alert color="red" variant="light" title={sales('papers.missing')} role="alert">
            <MissingParts missing={missing} />
          </Alert>
        </Wide>
      )}
    </FormDialog>
  );
}

function Instalments() {
  const { t } = useTranslation('bank');
  const formats = useFormats();
  const form = useFormHere();
  const kind = useFieldValue<SlipKind>('kind');
  const day = useFieldValue<string | null>('due_date');
  const [hasOthers, setHasOthers] = useState(false);
  const { data } = useQuery(api.bank.instalments.query({ query: { kind } }));
  if (!data) return <Skeleton h={120} aria-busy />;
  const usual = data.filter((row) => !isOther(row, kind));
  const offered = hasOthers ? data : usual;
  const days = [...Map.groupBy(offered, (row) => row.day)];
  const rows = days.find(([one]) => one === day)?.[1] ?? [];
  const choose = (ids: readonly number[]) => form.setFieldValue('ids', [...new Set(ids)] as never);
  const showOthers = (next: boolean) => {
    setHasOthers(next);
    if (next) return;
    // What is no longer shown must not be sent.
    const kept = usual.filter((row) => row.day === day).map(({ document_id }) => document_id);
    if (kept.length === 0) form.setFieldValue('due_date', null as never);
    choose((form.getValues()['ids'] as number[]).filter((id) => kept.includes(id)));
  };
  const pick = (next: string | null) => {
    form.setFieldValue('due_date', next as never);
    const found = data.filter((row) => row.day === next && row.missing.length === 0);
    choose(found.filter(({ method }) => METHODS[kind].has(method ?? '')).map(({ document_id }) => document_id));
  };
  return (
    <>
      <FullSelect
        label={t('bank.due_date')}
        data-path="due_date"
        value={rows.length > 0 ? day : null}
        data={days.map(([value, of]) => ({
          value,
          label: t('bank.dayOf', { day: formats.day(value), count: of.length, shown: formats.number(of.length) }),
        }))}
        placeholder={offered.length === 0 ? t('bank.nothingOpen') : t('bank.pickDay')}
        error={form.errors['due_date'] ?? form.errors['ids']}
        onChange={pick}
        required
      />
      {usual.length < data.length && (
        <Wide>
          <Checkbox
            label={t('bank.otherMethods')}
            checked={hasOthers}
            onChange={({ currentTarget: { checked } }) => showOthers(checked)}
          />
        </Wide>
      )}
      {rows.length > 0 && (
        <Wide>
          <Rows rows={rows} kind={kind} onChange={choose} />
        </Wide>
      )}
    </>
  );
}

interface RowsProps {
  rows: readonly BankInstalment[];
  kind: SlipKind;
  onChange: (ids: readonly number[]) => void;
}
function Rows({ rows, kind, onChange }: RowsProps) {
  const { t } = useTranslation('bank');
  const { t: sales } = useTranslation('sales');
  const formats = useFormats();
  const form = useFormHere();
  const language = useLanguage();
  const ids = useFieldValue<number[]>('ids');
  const chosen = new Set(ids);
  const total = sum(rows.filter((row) => chosen.has(row.document_id)).map(({ amount }) => decimalOf(amount)));
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm" component="output">
          {t('bank.chosen', { amount: formats.money(toNumber(total)) })}
        </Text>
      </Group>
      <PlainTable
        label={t('bank.instalments')}
        heads={[
          { label: t('bank.choose') },
          { label: kind === 'pain001' ? t('bank.supplier') : sales('document.customer') },
          { label: t('bank.due_date') },
          { label: t('bank.amount'), end: true },
        ]}
      >
        {rows.map((row) => (
          <tr key={`${row.document_id}-${row.instalment}`}>
            <td data-whole>
              <Checkbox
                label={row.number}
                checked={chosen.has(row.document_id)}
                error={form.errors[`ids.${ids.indexOf(row.document_id)}`]}
                onChange={({ currentTarget: { checked } }) =>
                  onChange(checked ? [...ids, row.document_id] : ids.filter((one) => one !== row.document_id))
                }
              />
            </td>
            <td>
              <EntityLink kind={kind === 'pain001' ? 'supplier' : 'customer'} id={row.party_id} text={row.party_name} />
              {isOther(row, kind) && (
                <Text size="xs" c="dimmed">
                  {paymentMethodName(language, row.method)}
                </Text>
              )}
              {row.missing.map((text) => (
                <Text key={text} size="xs" c="red.7">
                  {text}
                </Text>
              ))}
            </td>
            <td data-whole>{formats.day(row.due_date)}</td>
            <td data-end>{formats.money(row.amount)}</td>
          </tr>
        ))}
      </PlainTable>
    </>
  );
}

/** Whether a document is paid by a method that is not of the slip. Without a method, or with one in words, it may be. */
function isOther({ method }: BankInstalment, kind: SlipKind): boolean {
  const code = method?.trim().toUpperCase() ?? '';
  return CODE.test(code) && !METHODS[kind].has(code);
}
