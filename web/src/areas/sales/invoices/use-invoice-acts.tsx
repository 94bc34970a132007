import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Missing } from '@bobina/contract/core/errors.ts';
import type { Invoice } from '@bobina/contract/sales/invoices.ts';
import type { InvoiceStatus } from '@bobina/contract/sales/statuses.ts';
import { trackActs, type Acts } from '../../../lib/api/acts.ts';
import { api } from '../../../lib/api/api.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { useFormats } from '../../../lib/formats.ts';
import { confirm, type Question } from '../../../ui/overlay/confirm.ts';
import { showWarnings, toast, type ToastLink } from '../../../ui/toasts.ts';
import { draftAgainPath, refreshSales } from '../calls.ts';
import { invoiceName } from '../statuses.tsx';

/** Returns the actions that change an invoice. Each asks for confirmation and describes its effect. */
export function useInvoiceActs() {
  const { t } = useTranslation('sales');
  const formats = useFormats();
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly Missing[]>([]);

  /** Runs an action after a confirmation. @returns its result; undefined when it was not confirmed or failed */
  const ask = async <T,>(
    question: Question,
    work: (options: Acts['options']) => Promise<T>,
    done: string,
    next?: ToastLink,
  ): Promise<T | undefined> => {
    if (!(await confirm(question))) return undefined;
    setBusy(true);
    setMissing([]);
    try {
      const acts = trackActs();
      const answer = await work(acts.options);
      if (next) toast.offer(done, [next]);
      else toast.success(done, acts);
      if (answer !== null && typeof answer === 'object') showWarnings(answer);
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
  /** Sends, cancels a draft, marks as paid or removes that mark (status `sent` again). */
  const setStatus = (invoice: Invoice, status: InvoiceStatus) => {
    const act = actOf(invoice.status, status);
    const named = {
      number: invoiceName(invoice),
      customer: invoice.customer_name,
      total: formats.money(invoice.total_amount, invoice.currency),
      open: formats.money(invoice.open_amount, invoice.currency),
    };
    const title = t(`acts.${act}`);
    const isFinal = act === 'send' || act === 'cancel';
    const danger = act === 'cancel';
    const question = { title, message: t(`actText.${act}`, named), confirmLabel: title, danger, isFinal };
    const { id, version } = invoice;
    // A cancelled draft stays cancelled: the screen offers another one.
    const next = act === 'cancel' ? { label: t('acts.again'), path: draftAgainPath(invoice) } : undefined;
    const work = () => api.invoices.setStatus({ id, version, body: { status } });
    return ask(question, work, t(`actDone.${act}`, named), next);
  };
  const remove = (invoice: Invoice) => {
    const named = { number: invoiceName(invoice), customer: invoice.customer_name };
    const title = t('acts.remove');
    const question = { title, message: t('actText.remove', named), confirmLabel: title, danger: true };
    const work = async (options: Acts['options']) => {
      await api.invoices.remove({ id: invoice.id }, options);
      return true;
    };
    return ask(question, work, t('actDone.remove', named));
  };
  const credit = (invoice: Invoice) => {
    const named = { number: invoiceName(invoice), total: formats.money(invoice.total_amount, invoice.currency) };
    const title = t('acts.credit');
    const message = t(invoice.credited_amount > 0 ? 'actText.creditRest' : 'actText.credit', named);
    const question = { title, message, confirmLabel: title, danger: true, isFinal: true };
    return ask(question, () => api.invoices.credit({ id: invoice.id, body: {} }), t('actDone.credit', named));
  };
  return { setStatus, remove, credit, isBusy, missing };
}

function actOf(from: InvoiceStatus, to: InvoiceStatus) {
  if (to === 'sent') return from === 'draft' ? 'send' : 'unpay';
  return to === 'paid' ? 'pay' : 'cancel';
}
