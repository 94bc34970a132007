import { ActionIcon, Tooltip } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { lazy, Suspense, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deliverScan } from '../../lib/scanner.ts';
import classes from './scan.module.css';

const CameraDialog = lazy(() => import('./CameraDialog.tsx'));
const FIELD = 'data-scan-field';

/** A field that takes scans, with a camera button beside it. */
export function ScanField({ children }: { children: ReactNode }) {
  return (
    <div className={classes.field} {...{ [FIELD]: '' }}>
      {children}
      <CameraButton />
    </div>
  );
}

/**
 * Opens the camera; the code goes where a hand scanner's would, into the field beside the button. It is no Tab stop, like
 * the button of a calendar: Tab goes from field to field.
 */
function CameraButton() {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const take = (code: string) => {
    const field = button.current!.closest(`[${FIELD}]`)?.querySelector('input') ?? null;
    setOpen(false);
    // The dialog's layer must be gone: scans go to the topmost layer.
    setTimeout(() => deliverScan(code, field));
  };
  return (
    <>
      <Tooltip label={t('scan.camera')}>
        <ActionIcon
          ref={button}
          variant="default"
          size="input-sm"
          className={classes.button!}
          aria-label={t('scan.camera')}
          tabIndex={-1}
          onClick={() => setOpen(true)}
        >
          <IconCamera size={18} />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <Suspense fallback={null}>
          <CameraDialog onCode={take} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
