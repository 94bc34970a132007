import { Drawer, Modal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createLayer, handle, pushLayer, type Handlers } from '../../lib/layers.ts';
import { firstInDialog } from '../focus/focus-first.ts';
import { enterDialog, leaveDialog } from '../focus/keep-focus.ts';
import { LayerContext } from './use-layer.ts';

type Own<P> = Omit<P, 'opened' | 'closeOnEscape' | 'returnFocus' | 'trapFocus'> & {
  /** Open unless said; a dialog that is mounted only while it is open needs not say it. */
  opened?: boolean;
  /** What Ctrl-S does in a dialog that is no form of ours. */
  onSave?: () => void;
  /** Takes the scans that are made while the dialog is on top. */
  onScan?: Handlers['scan'];
};

/**
 * A modal dialog, a layer of its own: shortcuts, Escape and scans go to the topmost one. It starts in its first empty
 * field, and the focus returns to where it was opened from.
 */
export function Dialog({ opened = true, children, closeButtonProps, onSave, onScan, ...rest }: Own<ModalProps>) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={opened}
      closeOnEscape={false}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('action.close'), ...closeButtonProps }}
      {...rest}
    >
      <InLayer opened={opened} onClose={rest.onClose} onSave={onSave} onScan={onScan}>
        {children}
      </InLayer>
    </Modal>
  );
}

/** A dialog at the edge of the screen. */
export function SideDialog({ opened = true, children, onSave, onScan, ...rest }: Own<DrawerProps>) {
  return (
    <Drawer opened={opened} closeOnEscape={false} returnFocus={false} {...rest}>
      <InLayer opened={opened} onClose={rest.onClose} onSave={onSave} onScan={onScan}>
        {children}
      </InLayer>
    </Drawer>
  );
}

interface InLayerProps {
  opened: boolean;
  onClose: () => void;
  onSave: (() => void) | undefined;
  onScan: Handlers['scan'] | undefined;
  children: ReactNode;
}

/** Mounted with the content of the dialog, which comes after the dialog itself and stays while it fades out. */
function InLayer({ opened, onClose, onSave, onScan, children }: InLayerProps) {
  const [layer] = useState(createLayer);
  const mark = useRef<HTMLSpanElement>(null);
  const close = useEffectEvent(onClose);
  const save = useEffectEvent(() => (onSave ? onSave() : false));
  const scan = useEffectEvent<Handlers['scan']>((scanned) => onScan?.(scanned) ?? false);
  useEffect(() => {
    const ends = [
      handle(layer, 'escape', () => close()),
      handle(layer, 'save', () => save()),
      handle(layer, 'scan', (scanned) => scan(scanned)),
    ];
    return () => {
      for (const end of ends) end();
    };
  }, [layer]);
  useEffect(() => {
    const content = mark.current?.closest<HTMLElement>('[role=dialog]');
    if (!opened || !content) return undefined;
    enterDialog(content);
    const leave = pushLayer(layer, content);
    const first = firstInDialog(content);
    // Mantine's focus trap looks for this mark a moment later.
    first.setAttribute('data-autofocus', '');
    first.focus({ preventScroll: true });
    return () => {
      leave();
      leaveDialog(content);
    };
  }, [opened, layer]);
  return (
    <LayerContext value={layer}>
      <span ref={mark} hidden />
      {children}
    </LayerContext>
  );
}
