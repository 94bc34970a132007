import { useRef, type FocusEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { z } from 'zod';
import { decimalOf, sum, toNumber } from '@bobina/contract/core/decimal.ts';
import { CURRENCIES } from '@bobina/contract/core/units.ts';
import { paymentMethods } from '@bobina/contract/registry/payment-methods.ts';
import type { Invoice, InvoiceRow } from '@bobina/contract/sales/invoices.ts';
import { PaymentInput } from '@bobina/contract/sales/payments.ts';
import { api } from '../../../lib/api/api.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { useFormats } from '../../../lib/formats.ts';
import { useLanguage } from '../../../lib/i18n/i18n.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { DayField } from '../../../ui/form/DayField.tsx';
import { SelectField, TextAreaField } from '../../../ui/form/fields.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { Wide } from '../../../ui/form/FormSection.tsx';
import type { Entered } from '../../../ui/form/NumberBox.tsx';
import { NumberField } from '../../../ui/form/NumberField.tsx';
import { CustomerPicker } from '../../../ui/form/pickers.tsx';
import { UsedTextField } from '../../../ui/form/UsedTextField.tsx';
import { useEntityForm } from '../../../ui/form/use-entity-form.ts';
import { toast } from '../../../ui/toasts.ts';
import { askAboutDoubts } from '../../../ui/overlay/ask-about-doubts.tsx';
import { refreshPayments } from '../calls.ts';
import { openInvoicesOf } from './open-of-customer.ts';
import { OpenInvoices, spreadOver } from './OpenInvoices.tsx';

interface Props {
  customerId: number | undefined;
  /** The invoice that is proposed to be settled, if something of it is open. */
  invoice: Invoice | undefined;
  /** The currency of a payment that settles no given invoice. */
  currency: string;
  onClose: () => void;
}

/** Shows the form that records a payment of a customer and allots it to its open invoices. */
export function NewPayment({ customerId, invoice, currency: proposed, onClose }: Props) {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const handle = useEntityForm({
    schema: PaymentInput,
    initial: {
      day: companyToday(),
      currency: proposed as (typeof CURRENCIES)[number],
      bank: '',
      method: '',
      notes: '',
      allocations: [],
      ...(customerId && { customer_id: customerId }),
      ...(invoice && settlementOf(invoice)),
    },
    openBy: 'new',
    question: async (body) => {
      // A hurried user saves before the form has read them. If they cannot be read, the save reports what is wrong.
      const open = await queryClient.ensureQueryData(openInvoicesOf(body.customer_id)).catch(() => undefined);
      const owed = (open?.rows ?? []).filter((row) => row.currency === body.currency);
      const count = owed.length;
      if (!open || count === 0) return [];
      if ((body.allocations ?? []).length === 0)
        return askAboutDoubts([
          { path: 'amount', text: t('payments.allAdvance', { count, shown: formats.number(count) }) },
        ]);
      const beyond = decimalOf(body.amount).minus(sum(owed.map((row) => decimalOf(row.open_amount))));
      // More invoices are open than were read: what the customer owes is not known.
      if (open.total > open.rows.length || !beyond.gt(0)) return [];
      const amount = formats.money(toNumber(beyond), body.currency ?? undefined);
      return askAboutDoubts([{ path: 'amount', text: t('payments.moreThanOwed', { amount }) }]);
    },
    save: ({ body }, options) => api.payments.create({ body }, options),
    failure: t('failed'),
    onSaved: () => {
      toast.success(t('payments.saved'));
      refreshPayments();
      onClose();
    },
  });
  const customer = handle.form.useWatchValue('customer_id') as number | null | undefined;
  const currency = (handle.form.useWatchValue('currency') as string | undefined) ?? proposed;
  const amountNow = () => (handle.form.getValues() as { amount?: Entered }).amount;
  const setField = (field: string, value: unknown) => handle.form.setFieldValue(field, value as never);
  /** Whether the user has allotted the payment: then the parts no longer follow the amount. */
  const isByHand = useRef(false);
  /** The amount that followed from the parts. */
  const followed = useRef<number>(null);
  /** Whether the user has spread the payment over all open invoices. */
  const isSpread = useRef(false);
  const restart = () => {
    isByHand.current = false;
    isSpread.current = false;
    setField('allocations', []);
  };
  /**
   * Allots the amount when its field is left for another one. A save from the field or by its button does not: it would
   * store parts that the user has not seen.
   */
  const followAmount = ({ currentTarget, relatedTarget }: FocusEvent) => {
    const amount = amountNow();
    const isInForm = relatedTarget !== null && currentTarget.closest('form')?.contains(relatedTarget);
    const isSave = relatedTarget instanceof HTMLButtonElement && relatedTarget.type === 'submit';
    if (isByHand.current || !customer || typeof amount !== 'number' || !isInForm || isSave) return;
    const rows = queryClient.getQueryData<{ rows: InvoiceRow[] }>(openInvoicesOf(customer).queryKey)?.rows ?? [];
    const open = rows.filter((row) => row.currency === currency);
    // A form that was opened for an invoice settles that one alone until the user asks for more.
    const own = isSpread.current ? [] : open.filter((row) => row.id === invoice?.id);
    if (open.length > 0) setField('allocations', spreadOver(own.length > 0 ? own : open, amount));
  };
  const followParts = (total: number | null) => {
    isByHand.current = total !== null;
    isSpread.current = total === null;
    const amount = amountNow() ?? null;
    if (total === null || (amount !== null && amount !== '' && amount !== followed.current)) return;
    followed.current = total > 0 ? total : null;
    setField('amount', followed.current);
  };
  return (
    <FormDialog handle={handle} title={t('payments.add')} onClose={onClose} hasLines size="min(56rem, 100%)">
      <CustomerPicker
        name="customer_id"
        label={t('document.customer')}
        withAsterisk
        required
        onPick={(picked) => {
          restart();
          setField('currency', picked?.valuta ?? 'EUR');
        }}
      />
      <div onBlur={followAmount}>
        <NumberField name="amount" label={t('payments.amount')} decimals={2} least={2} required />
      </div>
      <SelectField
        name="currency"
        label={t('payments.currency')}
        data={[...CURRENCIES]}
        allowDeselect={false}
        onChange={(value) => {
          restart();
          setField('currency', value);
        }}
      />
      <DayField name="day" label={t('payments.day')} required />
      <UsedTextField
        entity="payments"
        name="method"
        usual={paymentMethods(useLanguage())}
        label={t('payments.method')}
      />
      <UsedTextField entity="payments" name="bank" label={t('payments.bank')} />
      <TextAreaField name="notes" label={t('document.notes')} />
      {customer && (
        <Wide>
          <OpenInvoices
            key={`${customer} ${currency}`}
            customerId={customer}
            currency={currency}
            amountNow={amountNow}
            onAllotted={followParts}
          />
        </Wide>
      )}
    </FormDialog>
  );
}

/** The payment of all that is open of an invoice. */
function settlementOf({
  id,
  customer_id,
  currency,
  open_amount,
  status,
}: Invoice): Partial<z.input<typeof PaymentInput>> {
  if (status === 'draft' || open_amount <= 0) return {};
  return { customer_id, currency, amount: open_amount, allocations: [{ invoice_id: id, amount: open_amount }] };
}
