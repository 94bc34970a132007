import { ActionIcon } from '@mantine/core';
import { IconCamera } from '@tabler/icons-react';
import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { deliverScan } from '../../lib/scanner.ts';
import { useLayerHandler } from '../overlay/use-layer.ts';
import { Hint } from '../overlay/Hint.tsx';
import { prepared } from '../prepared.tsx';
import classes from './scan.module.css';

const CameraDialog = prepared(() => import('./CameraDialog.tsx'));
const FIELD = 'data-scan-field';

interface Props {
  children: ReactNode;
  /** Takes the scans into the field; absent if a handler of the screen takes them, or the field keeps their text. */
  onScan?: (code: string) => void;
  /** Whether a code is for the field; others go to the screen. Absent: all are. */
  takes?: (code: string) => boolean;
}

/** A field that takes scans, with a camera button beside it. */
export function ScanField({ children, onScan, takes = () => true }: Props) {
  const box = useRef<HTMLDivElement>(null);
  useLayerHandler('scan', ({ code, target }) =>
    onScan && target instanceof Node && box.current?.contains(target) && takes(code) ? () => onScan(code) : false,
  );
  return (
    <div ref={box} className={classes.field} {...{ [FIELD]: '' }}>
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
  const read = useRef<string | null>(null);
  const take = (code: string) => {
    read.current = code;
    setOpen(false);
  };
  // Scans go to the topmost layer: this effect runs after those of the unmounted dialog, which remove its layer.
  useEffect(() => {
    if (isOpen || read.current === null) return;
    const code = read.current;
    read.current = null;
    deliverScan(code, button.current!.closest(`[${FIELD}]`)?.querySelector('input') ?? null);
  }, [isOpen]);
  return (
    <>
      <Hint label={t('scan.camera')}>
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
      </Hint>
      {isOpen && (
        <Suspense fallback={null}>
          <CameraDialog onCode={take} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
