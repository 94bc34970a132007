import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Missing } from '@bobina/contract/core/errors.ts';
import type { DocumentFile } from '@bobina/contract/sales/document-files.ts';
import { api } from '../../../lib/api/api.ts';
import { fetchFile } from '../../../lib/api/file.ts';
import { ApiProblem } from '../../../lib/api/problem.ts';
import { queryClient } from '../../../lib/query-client.ts';
import { download } from '../../../ui/export/export-rows.ts';
import { toast } from '../../../ui/toasts.ts';
import { refreshSales } from '../calls.ts';

/** Returns the acts on the files of a document, one at a time, and the data that its file lacks. */
export function useFileActs(id: number) {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly Missing[]>([]);
  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    setMissing([]);
    try {
      toast.success(await work());
    } catch (error) {
      if (error instanceof ApiProblem && error.body.missing) setMissing(error.body.missing);
      toast.problem(error, t('failed'));
    } finally {
      setBusy(false);
      refreshSales();
    }
  };
  const save = ({ id: file, format }: DocumentFile) =>
    void run(async () => {
      const type = format === 'facturx_pdf' ? 'application/pdf' : 'application/xml';
      const { content, name } = await fetchFile(`/invoices/${id}/files/${file}`, type);
      download(content, name, type);
      return common('print.ready', { name });
    });
  const handOver = () =>
    void run(async () => {
      await api.transmissions.handOver({ id, body: { event: 'handed_over' } });
      return t('transmission.handedOver');
    });
  const sendByPec = () =>
    void run(async () => {
      await api.transmissions.sendByPec({ id, body: {} });
      void queryClient.invalidateQueries({ queryKey: ['outbox'] });
      return t('transmission.pecQueued');
    });
  const write = () =>
    void run(async () => {
      const { name } = await api.documentFiles.create({ id, body: {} });
      return t('transmission.written', { name });
    });
  return { isBusy, missing, save, handOver, sendByPec, write };
}
