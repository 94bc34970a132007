import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import type { InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { openInvoicesOf } from './open-of-customer.ts';

interface Part {
  invoice_id: number;
  amount: Entered;
}

/** Allots an amount to open invoices in their order. */
export function spreadOver(open: readonly Pick<InvoiceRow, 'id' | 'open_amount'>[], amount: number): Part[] {
  let left = decimalOf(amount);
  const parts: Part[] = [];
  for (const { id, open_amount } of open) {
    const part = left.lt(open_amount) ? left : decimalOf(open_amount);
    if (part.gt(0)) parts.push({ invoice_id: id, amount: toNumber(part) });
    left = left.minus(part);
  }
  return parts;
}

/** Shows the open invoices of a customer in one currency, oldest first, and what a payment settles of each: the field `allocations`. */
export function OpenInvoices({
  customerId,
  currency,
  amountNow,
  onAllotted,
}: {
  customerId: number;
  currency: string;
  /** What can be allotted, read when the button is pressed: an amount that was just typed counts. */
  amountNow: () => Entered | undefined;
  /** Receives the sum of the parts after the user has changed one, and null after the button has set them. */
  onAllotted?: (total: number | null) => void;
}) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const form = useFormHere();
  const language = useLanguage();
  const parts = useFieldValue<Part[] | undefined>('allocations') ?? [];
  // Read for its changes: the rest is shown while the user types.
  useFieldValue('amount');
  const { data } = useQuery(openInvoicesOf(customerId));
  if (!data) return <Skeleton h={120} aria-busy />;
  const open = data.rows.filter((invoice) => invoice.currency === currency);
  if (open.length === 0) return <Text size="sm">{t('payments.nothingOpen')}</Text>;
  const set = (next: Part[]) => form.setFieldValue('allocations', next as never);
  const enter = (invoice_id: number, value: Entered) => {
    const at = parts.findIndex((part) => part.invoice_id === invoice_id);
    const next =
      value === null
        ? parts.filter((part) => part.invoice_id !== invoice_id)
        : at < 0
          ? [...parts, { invoice_id, amount: value }]
          : parts.with(at, { invoice_id, amount: value });
    set(next);
    onAllotted?.(totalOf(next));
  };
  const spread = () => {
    const amount = amountNow();
    if (typeof amount !== 'number') return form.setFieldError('amount', fieldMessage(language, 'required'));
    set(spreadOver(open, amount));
    onAllotted?.(null);
  };
  const errorOf = (invoice: number) =>
    form.errors[`allocations.${parts.findIndex((part) => part.invoice_id === invoice)}`] ??
    form.errors[`allocations.${parts.findIndex((part) => part.invoice_id === invoice)}.amount`];
  const now = amountNow();
  const rest = typeof now === 'number' ? toNumber(decimalOf(now).minus(totalOf(parts))) : 0;
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm" component="output">
          {t('payments.allotted', { amount: formats.money(totalOf(parts), currency) })}
          {rest > 0 && <div>{t('payments.rest', { amount: formats.money(rest, currency) })}</div>}
        </Text>
        {/* Never disabled: the amount is read when its field loses the focus, which Tab then gives to this button. */}
        <Button variant="default" size="xs" onClick={spread}>
          {t('payments.spread')}
        </Button>
      </Group>
      <PlainTable
        label={t('payments.openInvoices')}
        heads={[
          { label: t('invoice.invoice_number') },
          { label: t('invoice.due_date') },
          { label: t('invoice.open_amount'), end: true },
          { label: t('payments.part'), end: true },
        ]}
      >
        {open.map(({ id, invoice_number, due_date, open_amount }) => (
          <tr key={id}>
            <td data-whole>
              <EntityLink kind="invoice" id={id} text={invoice_number} />
            </td>
            <td data-whole>{formats.day(due_date)}</td>
            <td data-end>{formats.money(open_amount, currency)}</td>
            <td data-end>
              <NumberBox
                aria-label={t('payments.partOf', { number: invoice_number })}
                unit={currency === 'EUR' ? '€' : currency}
                decimals={2}
                least={2}
                w={150}
                ml="auto"
                value={parts.find((part) => part.invoice_id === id)?.amount ?? null}
                onChange={(value) => enter(id, value)}
                error={errorOf(id)}
              />
            </td>
          </tr>
        ))}
      </PlainTable>
      {data.total > data.rows.length && (
        <Text size="sm" component="output" display="block" mt="xs">
          {t('payments.moreOpen', { shown: formats.number(data.rows.length), total: formats.number(data.total) })}
        </Text>
      )}
    </>
  );
}

function totalOf(parts: readonly Part[]): number {
  return toNumber(sum(parts.map(({ amount }) => decimalOf(typeof amount === 'number' ? amount : 0))));
}
