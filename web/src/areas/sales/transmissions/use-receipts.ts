import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReceiptResult } from '@bobina/contract/sales/transmissions.ts';
import { api } from '../../../lib/api/api.ts';
import { encodeFiles } from '../../../lib/api/encode-files.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';

/** Uploads receipts and keeps the result of each file until it is closed. */
export function useReceipts() {
  const { t } = useTranslation('sales');
  const [isBusy, setBusy] = useState(false);
  const [results, setResults] = useState<readonly ReceiptResult[]>();
  const reset = useRef<() => void>(null);
  const take = (chosen: readonly File[]) => {
    if (chosen.length === 0) return;
    setBusy(true);
    const upload = async () => {
      const files = await encodeFiles(chosen);
      setResults((await api.transmissions.receipts({ body: { files } }, { timeout: 60_000 })).results);
    };
    void upload()
      .catch((error: unknown) => toast.problem(error, t('failed')))
      .finally(() => {
        setBusy(false);
        // The same file can be chosen again.
        reset.current?.();
        refreshSales();
      });
  };
  return { isBusy, results, take, reset, close: () => setResults(undefined) };
}
