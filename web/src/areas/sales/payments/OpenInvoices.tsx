import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { api } from '../../../lib/api/api.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { EntityLink } from '../../../ui/entity-link.tsx';
import { NumberBox, type Entered } from '../../../ui/form/NumberBox.tsx';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';

interface Part {
  invoice_id: number;
  amount: Entered;
}
const MOST = 500;

/** Returns the query for the open invoices of a customer in all currencies, oldest first. */
export function openInvoicesOf(customer_id: number) {
  return api.invoices.list.query({ query: { customer_id, open: true, sort: 'due_date', limit: MOST } });
}

/** Shows the open invoices of a customer in one currency, oldest first, and what a payment settles of each: the field `allocations`. */
export function OpenInvoices({
  customerId,
  currency,
  amountNow,
}: {
  customerId: number;
  currency: string;
  /** What can be allotted, read when the button is pressed: an amount that was just typed counts. */
  amountNow: () => Entered | undefined;
}) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const form = useFormHere();
  const language = useLanguage();
  const parts = useFieldValue<Part[] | undefined>('allocations') ?? [];
  const { data } = useQuery(openInvoicesOf(customerId));
  if (!data) return <Skeleton h={120} aria-busy />;
  const open = data.rows.filter((invoice) => invoice.currency === currency);
  if (open.length === 0) return <Text size="sm">{t('payments.nothingOpen')}</Text>;
  const set = (next: Part[]) => form.setFieldValue('allocations', next as never);
  const enter = (invoice_id: number, value: Entered) => {
    const at = parts.findIndex((part) => part.invoice_id === invoice_id);
    if (value === null) set(parts.filter((part) => part.invoice_id !== invoice_id));
    else if (at < 0) set([...parts, { invoice_id, amount: value }]);
    else set(parts.with(at, { invoice_id, amount: value }));
  };
  const entered = sum(parts.map((part) => decimalOf(typeof part.amount === 'number' ? part.amount : 0)));
  const spread = () => {
    const amount = amountNow();
    if (typeof amount !== 'number') return form.setFieldError('amount', fieldMessage(language, 'required'));
    let left = decimalOf(amount);
    const next: Part[] = [];
    for (const { id, open_amount } of open) {
      const part = left.lt(open_amount) ? left : decimalOf(open_amount);
      if (part.gt(0)) next.push({ invoice_id: id, amount: toNumber(part) });
      left = left.minus(part);
    }
    set(next);
  };
  const errorOf = (invoice: number) =>
    form.errors[`allocations.${parts.findIndex((part) => part.invoice_id === invoice)}`] ??
    form.errors[`allocations.${parts.findIndex((part) => part.invoice_id === invoice)}.amount`];
  return (
    <>
      <Group justify="space-between" mb="xs">
        <Text size="sm" component="output">
          {t('payments.allotted', { amount: formats.money(toNumber(entered), currency) })}
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
    </>
  );
}
