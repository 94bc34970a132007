/** The files of a document of sale: its PDF, its electronic invoice, and what they still lack. */
import { Anchor } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '@tanstack/react-router';
import type { Missing } from '@bobina/contract/core/errors.ts';
import { fetchFile } from '../../lib/api/file.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { download } from '../../ui/export/export-rows.ts';
import { placeOf } from '../../ui/link.tsx';
import { toast } from '../../ui/toasts.ts';

const PDF = 'application/pdf';
const XML = 'application/xml';
const KEPT_MS = 60_000;

/** What is missing, and the screen where each is mended. */
export function MissingParts({ missing }: { missing: readonly Missing[] }) {
  const { t } = useTranslation('sales');
  return (
    <ul>
      {missing.map(({ field, message, path }) => (
        <li key={`${field} ${message}`}>
          {message}
          {path && (
            <>
              {' · '}
              <Anchor renderRoot={(props) => <Link {...placeOf(path)} {...props} />}>{t('papers.mend')}</Anchor>
            </>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Shows a report and hands over electronic invoices, once at a time; what a document lacks is kept to be shown. */
export function usePapers() {
  const { t } = useTranslation('sales');
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly Missing[]>([]);
  const run = async (work: () => Promise<void>, failure: string, onFailed: () => void = () => {}) => {
    setBusy(true);
    setMissing([]);
    try {
      await work();
    } catch (error) {
      onFailed();
      if (error instanceof ApiProblem && error.body.missing) setMissing(error.body.missing);
      toast.problem(error, failure);
    } finally {
      setBusy(false);
    }
  };
  /** The PDF in a tab of its own; where the browser allows none, as a file. Call it straight from the click. */
  const showReport = (path: string) => {
    const view = window.open('', '_blank');
    if (view) view.document.title = t('papers.preparing');
    void run(
      async () => {
        const { content, name } = await fetchFile(path, PDF);
        if (view && !view.closed) {
          const url = URL.createObjectURL(content);
          view.location.href = url;
          setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
        } else download(content, name, PDF);
        toast.success(t('papers.ready', { name }));
      },
      t('failed'),
      () => view?.close(),
    );
  };
  const saveEInvoice = (id: number) =>
    void run(async () => {
      const { content, name } = await fetchFile(`/invoices/${id}/e-invoice`, XML);
      download(content, name, XML);
      toast.success(t('papers.ready', { name }));
    }, t('failed'));
  return { isBusy, missing, showReport, saveEInvoice };
}
