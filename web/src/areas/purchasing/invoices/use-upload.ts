import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { encodeFiles } from '../../../lib/api/encode-files.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { toast } from '../../../ui/toasts.ts';
import { PURCHASE_INVOICES, refreshInvoices } from './calls.ts';

/** Uploads invoice files; a single invoice is opened. */
export function useUpload() {
  const { t } = useTranslation('purchaseInvoices');
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const reset = useRef<() => void>(null);
  const upload = async (chosen: readonly File[]) => {
    const files = await encodeFiles(chosen);
    const { id, results } = await api.purchaseInvoices.create({ body: { files } }, { timeout: 60_000 });
    const count = results.filter(({ status }) => status === 'taken').length;
    toast.success(t('invoices.taken', { count, shown: count }));
    const known = results.filter(({ status }) => status === 'known');
    if (known.length > 0) toast.error(t('invoices.notTaken', { names: namesOf(known) }));
    const unreadable = results.filter(({ status }) => status === 'unreadable');
    if (unreadable.length > 0) toast.error(t('invoices.noInvoice', { names: namesOf(unreadable) }));
    if (count === 1) void navigate({ to: `${PURCHASE_INVOICES}/${id}` });
  };
  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setBusy(true);
    void upload(chosen)
      .catch((error: unknown) => {
        // Without an invoice in any of the files the whole call is refused, in words that suit a form.
        if (error instanceof ApiProblem && error.fields.some(({ code }) => code === 'unreadable'))
          toast.error(t('invoices.noInvoice', { names: namesOf(chosen) }));
        else toast.problem(error, t('invoices.uploadFailed'));
      })
      .finally(() => {
        setBusy(false);
        // The same file can be chosen again.
        reset.current?.();
        refreshInvoices();
      });
  };
  return { isBusy, take, reset };
}

function namesOf(files: readonly { name: string }[]): string {
  return files.map(({ name }) => name).join(', ');
}
