import { Button, Stack, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { companyToday } from '../../../lib/company-day.ts';
import { fetchFile } from '../../../lib/api/file.ts';
import { download } from '../../../ui/export/export-rows.ts';
import { DialogActions } from '../../../ui/overlay/DialogActions.tsx';
import { Dialog } from '../../../ui/overlay/Dialog.tsx';
import { toast } from '../../../ui/toasts.ts';
import FullSelect from '../../../ui/form/FullSelect.tsx';

const ZIP = 'application/zip';
/** The law requires them to be kept for ten years. */
const YEARS = 11;

/** Downloads all stored files of a year for the archive. */
export function ExportFilesDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('sales');
  const { t: common } = useTranslation();
  const thisYear = Number(companyToday().slice(0, 4));
  const years = Array.from({ length: YEARS }, (_, before) => String(thisYear - before));
  const [year, setYear] = useState(String(thisYear));
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const { content, name } = await fetchFile(`/document-files/export?year=${year}`, ZIP);
      download(content, name, ZIP);
      toast.success(common('print.ready', { name }));
      onClose();
    } catch (error) {
      toast.problem(error, t('failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog onClose={onClose} title={t('receipts.export')}>
      <Stack gap="md">
        <Text size="sm">{t('receipts.exportText')}</Text>
        <FullSelect
          label={t('receipts.year')}
          value={year}
          data={years}
          allowDeselect={false}
          onChange={(chosen) => chosen && setYear(chosen)}
        />
        <DialogActions>
          <Button variant="default" onClick={onClose}>
            {common('action.cancel')}
          </Button>
          <Button leftSection={<IconDownload size={18} />} loading={isBusy} onClick={() => void save()}>
            {t('receipts.download')}
          </Button>
        </DialogActions>
      </Stack>
    </Dialog>
  );
}
