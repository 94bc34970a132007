import { Alert, Button, Checkbox, Group, List, Progress, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { WaitingToInvoice } from '@bobina/contract/sales/invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { DayBox } from '../../../ui/form/DayBox.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { LoadFailed } from '../../../ui/table/TableStates.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';
import classes from '../sales.module.css';

/** Percent that are shown at the start, so that the bar is visible. */
const LEAST = 2;
/** Customers of one request: few, so that the progress is visible. */
const CUSTOMERS = 10;

/**
 * Shows the dialog that creates the drafts of all packing lists up to a day: what each customer will be invoiced, which
 * customers are left out, and the progress.
 * @param props.onDone called instead of `onClose` when there is a draft for each of them
 */
export function InvoiceUntil({ onClose, onDone }: { onClose: () => void; onDone: () => void }) {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  const [until, setUntil] = useState<string | null>(companyToday());
  const [progress, setProgress] = useState<number | null>(null);
  const [refused, setRefused] = useState<string[]>([]);
  const isStopped = useRef(false);
  /** All customers are chosen until one is unticked, so that the button is ready at once. */
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const waiting = useQuery({
    ...api.invoices.waiting.query({ query: { until: until! } }),
    enabled: until !== null,
  });
  const chosen = waiting.data?.customers.filter(({ customer_id }) => !left.has(customer_id)) ?? [];
  const run = async () => {
    setProgress(0);
    setRefused([]);
    try {
      const { drafts, messages } = await invoiceUntil(until!, chosen, {
        onProgress: setProgress,
        isStopped: () => isStopped.current,
      });
      refreshSales();
      toast.success(t('until.done', { count: drafts }));
      if (messages.length === 0) return onDone();
      setRefused(messages);
    } catch (error) {
      toast.problem(error, t('failed'));
    }
    setProgress(null);
  };
  const mayRun = until !== null && progress === null && chosen.length > 0;
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
        {waiting.isError && (
          <LoadFailed title={t('failed')} error={waiting.error} onRetry={() => void waiting.refetch()} />
        )}
        {until !== null && waiting.isPending && <Skeleton h={60} aria-busy />}
        {waiting.data && (
          <WaitingCustomers waiting={waiting.data} left={left} onChange={setLeft} isBusy={progress !== null} />
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

interface WaitingProps {
  waiting: WaitingToInvoice;
  /** The ids of the customers that are left out. */
  left: ReadonlySet<number>;
  onChange: (left: ReadonlySet<number>) => void;
  isBusy: boolean;
}

/** Shows what will be invoiced of each customer, with a tick, the sum of what is ticked, and what is left out. */
function WaitingCustomers({ waiting: { customers, later }, left, onChange, isBusy }: WaitingProps) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const chosen = customers.filter(({ customer_id }) => !left.has(customer_id));
  const count = chosen.reduce((all, row) => all + row.packing_lists, 0);
  const amounts = [...Map.groupBy(chosen, ({ currency }) => currency)].map(([currency, rows]) =>
    formats.money(toNumber(sum(rows.map((row) => decimalOf(row.net_amount)))), currency),
  );
  return (
    <>
      <Text size="sm" component="output">
        {[t('until.waiting', { count, shown: formats.number(count) }), ...amounts].join(' · ')}
      </Text>
      {customers.length > 0 && (
        <div className={classes.waiting}>
          <Checkbox
            label={t('until.all')}
            checked={chosen.length === customers.length}
            indeterminate={chosen.length > 0 && chosen.length < customers.length}
            disabled={isBusy}
            onChange={({ currentTarget: { checked } }) =>
              onChange(new Set(checked ? [] : customers.map(({ customer_id }) => customer_id)))
            }
          />
          <PlainTable
            label={t('until.customers')}
            heads={[
              { label: t('document.customer') },
              { label: t('tabs.packing'), end: true },
              { label: t('invoice.net_amount'), end: true },
            ]}
          >
            {customers.map(({ customer_id, customer_name, currency, packing_lists, net_amount }) => (
              <tr key={`${customer_id} ${currency}`}>
                <td>
                  <Checkbox
                    label={customer_name}
                    checked={!left.has(customer_id)}
                    disabled={isBusy}
                    onChange={({ currentTarget: { checked } }) =>
                      onChange(new Set(checked ? [...left].filter((id) => id !== customer_id) : [...left, customer_id]))
                    }
                  />
                </td>
                <td data-end>{formats.number(packing_lists)}</td>
                <td data-end>{formats.money(net_amount, currency)}</td>
              </tr>
            ))}
          </PlainTable>
        </div>
      )}
      {later > 0 && (
        <Text size="sm" c="dimmed">
          {t('until.later', { count: later, shown: formats.number(later) })}
        </Text>
      )}
    </>
  );
}

/** Creates the drafts customer by customer. @returns their number and the reasons for refused ones */
async function invoiceUntil(
  until: string,
  chosen: WaitingToInvoice['customers'],
  { onProgress, isStopped }: { onProgress: (done: number) => void; isStopped: () => boolean },
) {
  const customers = [...new Map(chosen.map(({ customer_id, customer_name }) => [customer_id, customer_name]))];
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
