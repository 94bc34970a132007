import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PurchaseInvoiceMatchInput } from '@bobina/contract/purchasing/purchase-invoice-inputs.ts';
import type { PurchaseInvoice } from '@bobina/contract/purchasing/purchase-invoices.ts';
import { api } from '../../../lib/api/api.ts';
import { fetchFile } from '../../../lib/api/file.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { download } from '../../../ui/export/export-rows.ts';
import { confirm } from '../../../ui/overlay/confirm.ts';
import { toast } from '../../../ui/toasts.ts';
import { PURCHASE_INVOICES, refreshInvoices } from './calls.ts';

const ANY = 'application/xml, application/pdf, application/pkcs7-mime';

/** Returns the acts on an invoice, one at a time. Each resolves to whether it was done. */
export function usePurchaseInvoiceActs({ id, version, number, supplier_name }: PurchaseInvoice) {
  const { t } = useTranslation('purchaseInvoices');
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const run = async (act: () => Promise<unknown>, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      await act();
      toast.success(done);
      return true;
    } catch (error) {
      const missing = error instanceof ApiProblem ? (error.body.missing ?? []) : [];
      if (missing.length > 0) toast.error(missing.map(({ message }) => message).join(' · '));
      else toast.problem(error, t('invoices.failed'));
      return false;
    } finally {
      setBusy(false);
      refreshInvoices();
    }
  };
  return {
    isBusy,
    match: (body: PurchaseInvoiceMatchInput) =>
      run(() => api.purchaseInvoices.match({ id, body, version }), t('match.done')),
    accept: (body: { update_prices: boolean; exchange_rate: number | null }) =>
      run(() => api.purchaseInvoices.accept({ id, body, version }), t('accept.done', { number })),
    dispute: (notes: string) =>
      run(() => api.purchaseInvoices.dispute({ id, body: { notes }, version }), t('dispute.done', { number })),
    save: () =>
      run(async () => {
        const { content, name } = await fetchFile(`/purchase-invoices/${id}/file`, ANY);
        download(content, name, content.type);
      }, t('invoices.saved')),
    remove: async () => {
      const title = t('invoices.deleteTitle');
      const message = t('invoices.deleteText', { number, supplier: supplier_name });
      if (!(await confirm({ title, message, confirmLabel: title, danger: true, isFinal: true }))) return;
      if (await run(() => api.purchaseInvoices.remove({ id }), t('invoices.deleted')))
        void navigate({ to: PURCHASE_INVOICES });
    },
  };
}
