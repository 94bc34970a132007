import { Drawer, Modal, type DrawerProps, type ModalProps } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { createLayer, handle, pushLayer, type Handlers } from '../../lib/layers.ts';
import { firstInDialog, focusLateField } from '../focus/focus-first.ts';
import { enterDialog, leaveDialog } from '../focus/keep-focus.ts';
import { LayerContext } from './use-layer.ts';

type Own<P> = Omit<P, 'opened' | 'closeOnEscape' | 'returnFocus' | 'trapFocus'> & {
  /** Default true, for dialogs that are mounted only while open. */
  opened?: boolean;
  /** Handles Ctrl-S in a dialog without an EntityForm. */
  onSave?: () => void;
  /** Handles scans while the dialog is topmost. */
  onScan?: Handlers['scan'];
};

/**
 * A modal dialog with its own layer: the topmost layer receives shortcuts, Escape and scans. The first empty field gets
 * the focus; closing returns the focus to the element that opened the dialog.
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

/** A drawer dialog at the edge of the screen. */
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

/**
 * Registers the layer. Mounts with the dialog's content, which mounts after the dialog and stays during the fade-out.
 */
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
    const stopWaiting = focusLateField(content, first);
    // Mantine's focus trap looks for this attribute after the mount.
    first.setAttribute('data-autofocus', '');
    first.focus({ preventScroll: true });
    return () => {
      stopWaiting();
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
