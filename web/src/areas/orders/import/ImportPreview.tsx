import { Alert, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { IconAlertCircle, IconAlertTriangle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { FinalNote } from '../../../ui/overlay/FinalNote.tsx';
import { FieldChecksContext, useFieldChecks } from '../../../ui/form/field-checks.ts';
import { Picker } from '../../../ui/form/Picker.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { localRows } from '../../../ui/table/use-rows.ts';
import sheetClasses from '../../../ui/spreadsheet/spreadsheet.module.css';
import classes from './import.module.css';
import { countOrders, markFound } from './parcels.rules.ts';
import { Outcome, UnknownProducts } from './PreviewOutcome.tsx';
import { previewColumns } from './preview-columns.tsx';
import { markUnknown, type ReadRow } from './rows.rules.ts';
import { useDryRun } from './use-dry-run.ts';
import type { ImportState } from './use-import.ts';

const TONES = { taken: undefined, noted: undefined, refused: 'danger', skipped: 'warning' } as const;
type Shown = 'all' | 'taken' | 'doubts';
const isShown = {
  all: () => true,
  taken: ({ state }: ReadRow) => state !== 'skipped',
  doubts: ({ state }: ReadRow) => state !== 'taken',
};

interface Props {
  preview: Extract<ImportState, { step: 'preview' }>;
  onCancel: () => void;
  onSend: (customer: number | null) => void;
}

/** Shows the second step: the customer, and what was read from each row. */
export function ImportPreview({ preview, onCancel, onSend }: Props) {
  const { t } = useTranslation('orderImport');
  const { t: ofOrders } = useTranslation('orders');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const customer = useCustomer();
  const { checks, settle } = useFieldChecks();
  const [shown, setShown] = useState<Shown>('all');
  const { problem, customerProblem } = preview;
  const top = useRef<HTMLDivElement>(null);
  // The button that stopped the reading becomes the one that discards the preview: an Enter too many would press it.
  useEffect(() => top.current!.querySelector('input')!.focus(), []);
  const { result, hasFailed } = useDryRun(preview.rows, customer.value);
  const rows = useMemo(
    () =>
      markFound(
        markUnknown(
          preview.rows,
          (result?.unknown ?? []).map(({ code }) => code),
        ),
        result?.findings ?? [],
      ),
    [preview.rows, result],
  );
  const columns = useMemo(() => previewColumns(t, formats), [t, formats]);
  const counts = useMemo(() => Object.groupBy(rows, ({ state }) => state), [rows]);
  const seen = useMemo(() => rows.filter(isShown[shown]), [rows, shown]);
  const of = (key: 'skipped' | 'refused' | 'noted') => counts[key]?.length ?? 0;
  const sent = rows.length - of('skipped');
  const orders = countOrders(rows);
  const countText = (key: 'toSend' | 'skipped' | 'refused' | 'noted', count: number) =>
    t(`count.${key}`, { count, shown: formats.number(count) });
  /** Blocks sending while the customer field holds a name without a match. */
  const send = async () => {
    if ((await settle())?.length === 0) onSend(customer.value);
  };
  return (
    <Stack gap="sm" ref={top}>
      {problem && (
        <Alert color="red" variant="light" icon={<IconAlertCircle />} role="alert">
          {problem}
          {preview.sent > 0 && ` ${t('partly', { done: formats.number(preview.sent), total: formats.number(sent) })}`}
        </Alert>
      )}
      <Alert color="yellow" variant="light" icon={<IconAlertTriangle />} title={t('verify')}>
        {t('verifyText')}
        <FinalNote />
      </Alert>
      {result && <UnknownProducts unknown={result.unknown} />}
      <Group align="flex-start" justify="space-between" gap="md">
        <FieldChecksContext value={checks}>
          <Picker
            label={ofOrders('order.customer')}
            withAsterisk
            w={320}
            list={api.customers.list}
            get={api.customers.get}
            query={{ is_active: true }}
            nameOf={(row) => row.business_name}
            failure={customer.failure}
            value={customer.value}
            error={customer.value === null || problem ? customerProblem : undefined}
            onChange={(id) => customer.choose(id)}
          />
        </FieldChecksContext>
        <div className={classes.summary}>
          <Text size="sm" fw={600}>
            {preview.file}
            {preview.sheet && ` · ${t('sheet', { sheet: preview.sheet })}`}
            {preview.others > 0 &&
              ` · ${t('otherSheets', { count: preview.others, shown: formats.number(preview.others) })}`}
          </Text>
          <Text size="sm">
            {countText('toSend', sent)} {t('count.orders', { count: orders, shown: formats.number(orders) })}
            {(['skipped', 'refused', 'noted'] as const).map((key) => of(key) > 0 && ` · ${countText(key, of(key))}`)}
          </Text>
        </div>
      </Group>
      <SegmentedControl
        aria-label={t('show')}
        value={shown}
        onChange={(value) => setShown(value as Shown)}
        data={(['all', 'taken', 'doubts'] as const).map((value) => ({ value, label: t(`shown.${value}`) }))}
      />
      <div className={sheetClasses.table}>
        <DataTable<ReadRow>
          label={t('step.preview')}
          rows={localRows(seen, { key: shown })}
          columns={columns}
          rowName={({ row }) => String(row)}
          rowId={({ row }) => row}
          tone={({ state }) => TONES[state]}
          empty={{ title: t('nothingShown') }}
        />
      </div>
      <Group justify="space-between">
        <Outcome customerId={customer.value} inFile={orders} result={result} hasFailed={hasFailed} />
        <Group>
          <Button variant="default" onClick={onCancel}>
            {common('action.cancel')}
          </Button>
          <Button loading={customer.isLoading} onClick={() => void send()}>
            {common(problem ? 'action.retry' : 'action.confirm')}
          </Button>
        </Group>
      </Group>
    </Stack>
  );
}

/** Preselects the first customer until the user chooses one. `isLoading` while none is chosen and the first is loading. */
function useCustomer() {
  const { t } = useTranslation('orders');
  const [chosen, setChosen] = useState<number | null>();
  const first = useQuery(api.customers.list.query({ query: { is_active: true, sort: 'business_name', limit: 1 } }));
  const value = chosen === undefined ? (first.data?.rows[0]?.id ?? null) : chosen;
  const isLoading = chosen === undefined && first.isPending;
  return { value, isLoading, choose: setChosen, failure: t('orders.customersFailed') };
}
