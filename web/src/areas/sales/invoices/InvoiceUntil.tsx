import { Alert, Button, Group, List, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PackingListRow } from '@bobina/contract/sales/packing-lists.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { readAll } from '../../../ui/export/read-all.ts';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';

/** Percent that are shown at the start, so that the bar is visible. */
const LEAST = 2;
/** Customers of one request: few, so that the progress is visible. */
const CUSTOMERS = 10;

/**
 * Shows the dialog that creates the drafts of all packing lists up to a day, one per customer, with its progress.
 * @param props.onDone called instead of `onClose` when there is a draft for each of them
 */
export function InvoiceUntil({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  const formats = useFormats();
  const [until, setUntil] = useState<string | null>(companyToday());
  const [progress, setProgress] = useState<number | null>(null);
  const [refused, setRefused] = useState<string[]>([]);
  const isStopped = useRef(false);
  const query = { status: 'issued', invoiced: 'false', to: until ?? '', sort: 'packing_date' } as const;
  const waiting = useQuery({
    ...api.packingLists.list.query({ query: { ...query, limit: 1 } }),
    enabled: until !== null,
  });
  const run = async () => {
    setProgress(0);
    setRefused([]);
    try {
      const { drafts, messages } = await invoiceUntil(until!, setProgress, () => isStopped.current);
      refreshSales();
      toast.success(t('until.done', { count: drafts }));
      if (messages.length === 0) return onDone();
      setRefused(messages);
    } catch (error) {
      toast.problem(error, t('failed'));
    }
    setProgress(null);
  };
  const mayRun = until !== null && waiting.data !== undefined && waiting.data.total > 0;
  const close = () => {
    isStopped.current = true;
    onClose();
  };
  return (
    <Dialog onClose={close} title={t('until.title')} size="md">
      <Stack
        component="form"
        onSubmit={(event) => {
          event.preventDefault();
          if (mayRun) void run();
        }}
      >
        <Text size="sm">{t('until.hint')}</Text>
        <DayBox
          {...({ 'data-autofocus': true } as object)}
          label={t('until.day')}
          value={until}
          onChange={setUntil}
          disabled={progress !== null}
        />
        {waiting.data && (
          <Text size="sm" component="output">
            {t('until.waiting', { count: waiting.data.total, shown: formats.number(waiting.data.total) })}
          </Text>
        )}
        {progress !== null && <Progress value={Math.max(LEAST, progress * 100)} aria-label={t('until.title')} />}
        {refused.length > 0 && (
          <Alert color="red" variant="light" role="alert">
            <List size="sm">
              {refused.map((message) => (
                <List.Item key={message}>{message}</List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            {common('action.close')}
          </Button>
          <Button type="submit" loading={progress !== null} disabled={!mayRun}>
            {t('until.run')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** Creates the drafts customer by customer. @returns their number and the reasons for refused ones */
async function invoiceUntil(until: string, onProgress: (done: number) => void, isStopped: () => boolean) {
  const customers = await customersToInvoice(until);
  let drafts = 0;
  const messages: string[] = [];
  for (let at = 0; at < customers.length && !isStopped(); at += CUSTOMERS) {
    const some = customers.slice(at, at + CUSTOMERS);
    const body = { until, customer_ids: some.map(([id]) => id) };
    const { results } = await api.invoices.createFromPackingLists({ body });
    for (const { id, customer_id, message, code } of results) {
      if (id !== null) drafts += 1;
      else messages.push(`${some.find(([own]) => own === customer_id)?.[1]}: ${message ?? code}`);
    }
    onProgress(Math.min(1, (at + CUSTOMERS) / customers.length));
  }
  return { drafts, messages };
}

async function customersToInvoice(until: string): Promise<[id: number, name: string][]> {
  const query = { status: 'issued', invoiced: 'false', to: until, sort: 'packing_date' };
  const rows = await readAll<PackingListRow>(api.packingLists.list, query);
  return [...new Map(rows.map(({ customer_id, customer_name }) => [customer_id, customer_name]))];
}
