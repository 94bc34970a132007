import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FileType } from '@bobina/contract/core/endpoint.ts';
import { api } from '../../../lib/api/api.ts';
import { fetchFile } from '../../../lib/api/file.ts';
import { companyToday } from '../../../lib/company-day.ts';
import { download } from '../../../ui/export/export-rows.ts';
import { openPdf } from '../../../ui/print/open-pdf.ts';
import { toast } from '../../../ui/toasts.ts';

/** The first day of the company's current month. */
export function startOfMonth(): string {
  return `${companyToday().slice(0, 7)}-01`;
}

/** Whether the company has registers and entries: an Italian or French one has. Undefined while it is loading. */
export function useRegisters(): { hasRegisters: boolean | undefined; isFrench: boolean } {
  const { data } = useQuery(api.company.get.query());
  const country = data?.country_code ?? null;
  return {
    hasRegisters: data && (country === null || country === 'IT' || country === 'FR'),
    isFrench: country === 'FR',
  };
}

/** Returns functions that download a file or open a PDF, one at a time. */
export function useFiles() {
  const { t } = useTranslation('accounting');
  const { t: common } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const run = async (work: () => Promise<string>) => {
    setBusy(true);
    try {
      toast.success(common('print.ready', { name: await work() }));
    } catch (error) {
      toast.problem(error, t('failed'));
    } finally {
      setBusy(false);
    }
  };
  const save = (path: string, type: FileType) =>
    void run(async () => {
      const { content, name } = await fetchFile(path, type);
      download(content, name, type);
      return name;
    });
  const show = (path: string) => void run(() => openPdf(path, t('preparing')));
  return { isBusy, save, show };
}
