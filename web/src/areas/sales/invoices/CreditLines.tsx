import { Text } from '@mantine/core';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { notes, positive } from '@bobina/contract/core/fields.ts';
import { takeReturned } from '@bobina/contract/sales/credit.rules.ts';
import type { Invoice, InvoiceItem } from '@bobina/contract/sales/invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useUnit } from '../../../lib/use-unit.ts';
import { CheckField } from '../../../ui/form/CheckField.tsx';
import { TextAreaField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import { useFieldValue, useFormHere } from '../../../ui/form/form-context.ts';
import { NumberBox, type Entered as EnteredNumber } from '../../../ui/form/NumberBox.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { PlainTable } from '../../../ui/table/PlainTable.tsx';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';
import { invoiceName } from '../statuses.tsx';

/** One entry per line of the invoice; a line without values is not credited. */
const Input = z.object({
  items: z.array(z.object({ quantity: positive().nullish(), amount: positive().nullish() })),
  goods_back: z.boolean(),
  notes: notes(),
});
type Entered = z.input<typeof Input>;

/** Shows the form that credits lines of an invoice by quantity or net amount. */
export function CreditLines({ invoice, onClose }: { invoice: Invoice; onClose: () => void }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const unitOf = useUnit();
  const returned = useRef<string[]>([]);
  /** The batches to which goods return, each with its quantity and warehouse. */
  const goodsBack = ({ items, goods_back }: Entered) => {
    const wanted = new Map(invoice.items.map(({ id }, index) => [id, decimalOf(items[index]?.quantity || 0)]));
    const parts = goods_back ? takeReturned(invoice.returnable ?? [], wanted) : [];
    return parts.map(({ line, batch_number, warehouse_name: warehouse, quantity }) => {
      const item = invoice.items.find(({ id }) => id === line)!;
      return t('packingList.comesBack', {
        quantity: formats.quantity(toNumber(quantity), unitOf(item.unit_of_measure)),
        name: [item.code, batch_number].filter(Boolean).join(' · '),
        warehouse,
      });
    });
  };
  const handle = useEntityForm({
    schema: Input,
    initial: { items: invoice.items.map(() => ({ quantity: null, amount: null })), goods_back: false, notes: '' },
    check: ({ items }) => entryFaults(items as Entered['items']),
    save: ({ body }, options) => {
      returned.current = goodsBack(body as Entered);
      return send(invoice, body as Entered, options);
    },
    question: async (body) => {
      const amount = formats.money(toNumber(netOf(invoice, (body as Entered).items)), invoice.currency);
      const goods = goodsBack(body as Entered);
      const isConfirmed = await confirm({
        title: t('acts.credit'),
        message: (
          <>
            {t('credit.question', { amount, number: invoiceName(invoice) })}
            {goods.length > 0 && (
              <>
                <p>{t('credit.goodsReturn')}</p>
                <ul>
                  {goods.map((line) => (
                    <li key={line}>{line}</li>
                  ))}
                </ul>
              </>
            )}
          </>
        ),
        confirmLabel: t('acts.credit'),
        danger: true,
        isFinal: true,
      });
      return isConfirmed ? [] : ['items.0.quantity'];
    },
    failure: t('failed'),
    onSaved: (note) => {
      const done = t('credit.done', { note: invoiceName(note), number: invoiceName(invoice) });
      toast.success(done, undefined, returned.current);
      refreshSales();
      onClose();
    },
  });
  const name = (field: 'quantity' | 'amount', item: InvoiceItem, index: number) =>
    t('packing.of', { field: t(`credit.${field}`), code: item.code, line: index + 1 });
  const heads = [
    { label: t('item.code') },
    { label: t('credit.left'), end: true },
    { label: t('credit.quantity'), end: true },
    { label: t('credit.amount'), end: true },
  ];
  return (
    <FormDialog
      handle={handle}
      title={t('acts.creditLines')}
      onClose={onClose}
      saveLabel={t('credit.save')}
      hasLines
      size="min(52rem, 100%)"
    >
      <Wide>
        <Text size="sm" c="dimmed" mb="sm">
          {t('credit.hint')}
        </Text>
        <PlainTable label={t('credit.lines')} heads={heads}>
          {invoice.items.map((item, index) => {
            const left = leftOf(item);
            return (
              <tr key={item.id}>
                <td>
                  {item.code} · {item.product_name}
                </td>
                <td data-end>
                  {formats.quantity(left.quantity, unitOf(item.unit_of_measure))} ·{' '}
                  {formats.money(left.net, invoice.currency)}
                </td>
                <td data-end>
                  <Figure name={`items.${index}.quantity`} label={name('quantity', item, index)} />
                </td>
                <td data-end>
                  <Figure name={`items.${index}.amount`} label={name('amount', item, index)} />
                </td>
              </tr>
            );
          })}
        </PlainTable>
        <CreditedNet invoice={invoice} />
      </Wide>
      <Wide>
        <CheckField name="goods_back" label={t('credit.goods_back')} />
      </Wide>
      <Wide>
        <TextAreaField name="notes" label={t('document.notes')} />
      </Wide>
    </FormDialog>
  );
}

/** The net amount of the credit note, as far as its figures are complete. */
function CreditedNet({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const entered = useFieldValue<Entered['items']>('items');
  return (
    <Text component="output" display="block" ta="right" fw={600} mt="sm" aria-live="polite">
      {t('credit.net', { amount: formats.money(toNumber(netOf(invoice, entered)), invoice.currency) })}
    </Text>
  );
}

/** A number of the form in a table: its column names it, so the label is only read aloud. */
function Figure({ name, label }: { name: string; label: string }) {
  const form = useFormHere();
  // oxlint-disable-next-line no-explicit-any -- Mantine types it as any
  const { error, onFocus, onBlur, ...props } = form.getInputProps(name) as Record<string, any>;
  return (
    <NumberBox
      name={name}
      data-path={props['data-path']}
      error={error}
      onFocus={onFocus}
      onBlur={onBlur}
      aria-label={label}
      value={form.useWatchValue(name) as EnteredNumber}
      onChange={(value) => form.setFieldValue(name, value)}
    />
  );
}

/** The net amount of the entered parts. */
function netOf(invoice: Invoice, entered: Entered['items']) {
  return sum(
    invoice.items.map(({ quantity, net_amount }, index) => {
      const part = entered[index];
      if (typeof part?.amount === 'number') return decimalOf(part.amount);
      if (typeof part?.quantity !== 'number' || !quantity) return decimalOf(0);
      return decimalOf(net_amount).times(part.quantity).div(quantity).round(2);
    }),
  );
}

/** What is left to credit of a line. */
function leftOf({ quantity, net_amount, credited_quantity, credited_net_amount }: InvoiceItem) {
  return {
    quantity: toNumber(decimalOf(quantity ?? 0).minus(credited_quantity)),
    net: toNumber(decimalOf(net_amount).minus(credited_net_amount)),
  };
}

function isGiven(value: unknown) {
  return value !== null && value !== undefined && value !== '';
}

function entryFaults(items: Entered['items']) {
  const both = items.flatMap(({ quantity, amount }, index) =>
    isGiven(quantity) && isGiven(amount) ? [{ path: `items.${index}.amount`, code: 'quantityOrAmount' as const }] : [],
  );
  const isEmpty = items.every(({ quantity, amount }) => !isGiven(quantity) && !isGiven(amount));
  return isEmpty ? [{ path: 'items.0.quantity', code: 'required' as const }] : both;
}

/** Sends only the entered lines, and maps refused ones back to their place in the form. */
async function send(invoice: Invoice, { items, goods_back, notes: text }: Entered, options: { key: string }) {
  const entered = items
    .map((part, index) => ({ ...part, index }))
    .filter(({ quantity, amount }) => isGiven(quantity) || isGiven(amount));
  const body = {
    items: entered.map(({ index, quantity, amount }) => ({
      invoice_item_id: invoice.items[index]!.id,
      ...(isGiven(quantity) ? { quantity } : { amount }),
    })),
    goods_back,
    notes: text ?? null,
  };
  try {
    return await api.invoices.credit({ id: invoice.id, body }, options);
  } catch (error) {
    if (error instanceof ApiProblem)
      for (const field of error.body.fields ?? [])
        field.path = field.path.replace(/^items\.(\d+)/, (_all, at: string) => `items.${entered[Number(at)]!.index}`);
    throw error;
  }
}
