import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../../lib/api/api.ts';
import { encodeFiles } from '../../../lib/api/encode-files.ts';
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
    const left = results.filter(({ status }) => status !== 'taken');
    if (left.length > 0) toast.error(t('invoices.notTaken', { names: left.map(({ name }) => name).join(', ') }));
    if (count === 1) void navigate({ to: `${PURCHASE_INVOICES}/${id}` });
  };
  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setBusy(true);
    void upload(chosen)
      .catch((error: unknown) => toast.problem(error, t('invoices.uploadFailed')))
      .finally(() => {
        setBusy(false);
        // The same file can be chosen again.
        reset.current?.();
        refreshInvoices();
      });
  };
  return { isBusy, take, reset };
}
