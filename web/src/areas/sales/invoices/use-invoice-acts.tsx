import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Missing } from '@bobina/contract/core/errors.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { InvoiceStatus } from '@bobina/contract/sales/statuses.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { confirm, type Question } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';
import { invoiceName } from '../statuses.tsx';

/** What changes an invoice, each after a question that says what will happen. */
export function useInvoiceActs() {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly Missing[]>([]);

  /** @returns what the work answered; undefined when it was not confirmed or failed */
  const ask = async <T,>(question: Question, work: () => Promise<T>, done: string): Promise<T | undefined> => {
    if (!(await confirm(question))) return undefined;
    setBusy(true);
    setMissing([]);
    try {
      const answer = await work();
      toast.success(done);
      return answer;
    } catch (error) {
      if (error instanceof ApiProblem && error.body.missing) setMissing(error.body.missing);
      toast.problem(error, t('failed'));
      return undefined;
    } finally {
      setBusy(false);
      refreshSales();
    }
  };
  /** Sends, cancels a draft, marks as paid, or takes that mark back (`sent` again). */
  const setStatus = (invoice: Invoice, status: InvoiceStatus) => {
    const act = actOf(invoice.status, status);
    const named = {
      number: invoiceName(invoice),
      customer: invoice.customer_name,
      total: formats.money(invoice.total_amount),
    };
    const title = t(`acts.${act}`);
    const question = { title, message: t(`actText.${act}`, named), confirmLabel: title, danger: act === 'cancel' };
    const { id, version } = invoice;
    return ask(question, () => api.invoices.setStatus({ id, version, body: { status } }), t(`actDone.${act}`, named));
  };
  const remove = (invoice: Invoice) => {
    const named = { number: invoiceName(invoice), customer: invoice.customer_name };
    const title = t('acts.remove');
    const question = { title, message: t('actText.remove', named), confirmLabel: title, danger: true };
    const work = async () => {
      await api.invoices.remove({ id: invoice.id });
      return true;
    };
    return ask(question, work, t('actDone.remove', named));
  };
  const credit = (invoice: Invoice) => {
    const named = { number: invoiceName(invoice), total: formats.money(invoice.total_amount) };
    const title = t('acts.credit');
    const question = { title, message: t('actText.credit', named), confirmLabel: title, danger: true };
    return ask(question, () => api.invoices.credit({ id: invoice.id, body: {} }), t('actDone.credit', named));
  };
  return { setStatus, remove, credit, isBusy, missing };
}

function actOf(from: InvoiceStatus, to: InvoiceStatus) {
  if (to === 'sent') return from === 'paid' ? 'unpay' : 'send';
  return to === 'paid' ? 'pay' : 'cancel';
}
