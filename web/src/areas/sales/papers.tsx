/** The files of a sales document: PDF, electronic invoice and the data that they lack. */
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Missing } from '@bobina/contract/core/errors.ts';
import { fetchFile } from '../../lib/api/file.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { download } from '../../ui/export/export-rows.ts';
import { openPdf } from '../../ui/print/open-pdf.ts';
import { toast } from '../../ui/toasts.ts';

const XML = 'application/xml';

/**
 * Returns functions that open a report or download an electronic invoice, one at a time, and the data a document lacks.
 */
export function usePapers() {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly Missing[]>([]);
  const run = async (work: () => Promise<void>, failure: string) => {
    setBusy(true);
    setMissing([]);
    try {
      await work();
    } catch (error) {
      if (error instanceof ApiProblem && error.body.missing) setMissing(error.body.missing);
      toast.problem(error, failure);
    } finally {
      setBusy(false);
    }
  };
  /**
   * Opens the PDF in a new tab, or downloads it if the browser blocks the tab. Call it synchronously from the click.
   */
  const showReport = (path: string) =>
    void run(async () => {
      const name = await openPdf(path, t('papers.preparing'));
      toast.success(common('print.ready', { name }));
    }, t('failed'));
  const saveEInvoice = (id: number) =>
    void run(async () => {
      const { content, name } = await fetchFile(`/invoices/${id}/e-invoice`, XML);
      download(content, name, XML);
      toast.success(common('print.ready', { name }));
    }, t('failed'));
  return { isBusy, missing, showReport, saveEInvoice };
}
