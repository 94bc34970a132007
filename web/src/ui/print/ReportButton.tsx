import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Missing } from '@bobina/contract/core/errors.ts';
import { ApiProblem } from '../../lib/api/problem.ts';
import { Dialog } from '../overlay/Dialog.tsx';
import { toast } from '../toasts.ts';
import { MissingParts } from './MissingParts.tsx';
import { openPdf } from './open-pdf.ts';

/** A button that opens a printed document of the server, or lists the data that it lacks. */
export function ReportButton({
  path,
  label,
  isDisabled = false,
}: {
  path: string;
  label: string;
  isDisabled?: boolean;
}) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [missing, setMissing] = useState<readonly Missing[]>([]);
  const show = async () => {
    setBusy(true);
    try {
      toast.success(t('print.ready', { name: await openPdf(path, t('print.preparing')) }));
    } catch (error) {
      if (error instanceof ApiProblem && error.body.missing) setMissing(error.body.missing);
      else toast.problem(error, t('print.failed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        size="sm"
        variant="default"
        leftSection={<IconFileTypePdf size={17} aria-hidden />}
        loading={isBusy}
        disabled={isDisabled}
        onClick={() => void show()}
      >
        {label}
      </Button>
      {missing.length > 0 && (
        <Dialog onClose={() => setMissing([])} title={t('print.missing')}>
          <MissingParts missing={missing} />
        </Dialog>
      )}
    </>
  );
}
