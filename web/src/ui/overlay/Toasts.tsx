import { Anchor, Button, Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useState, type MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { dismiss, toasts, type Toast, type ToastLink } from '../toasts.ts';
import { undoActs, undoNewest } from '../undo.ts';
import { useLayerHandler } from './use-layer.ts';
import classes from './toasts.module.css';

const MOST = 20;
const COLORS = { success: 'teal.8', error: 'red.8', warning: 'yellow.8' };
const ICONS = { success: IconCheck, error: IconX, warning: IconAlertTriangle };

type Open = (path: string) => void;

/**
 * Shows the toasts, at a position that covers no form buttons. The shell renders it once. Ctrl-Z undoes the newest act
 * that can be undone.
 * @param onOpen opens a screen; the toasts are outside the router
 */
export function Toasts({ onOpen }: { onOpen: Open }) {
  useLayerHandler('undo', undoNewest);
  const shown = toasts.use().slice(0, MOST);
  const isAny = shown.length > 0;
  useEffect(() => {
    // Without the network the code may not load; the messages then stay where they are.
    if (isAny)
      import('./beside-dialog.ts').then(
        ({ keepBesideDialog }) => keepBesideDialog(),
        () => {},
      );
  }, [isAny]);
  return (
    <>
      {[true, false].map((isTop) => (
        <div key={String(isTop)} className={`toasts ${classes.stack} ${isTop ? classes.top : ''}`}>
          {shown
            .filter((one) => one.isTop === isTop)
            .map((one) => (
              <ToastCard key={one.id} toast={one} onOpen={onOpen} />
            ))}
        </div>
      ))}
    </>
  );
}

/** One toast. Its timer runs while it is visible and pauses while it is hovered or its button has the focus. */
function ToastCard({ toast, onOpen }: { toast: Toast; onOpen: Open }) {
  const { id, message, kind, lasts, acts, takeBack, links, stays } = toast;
  const { t } = useTranslation();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld || stays) return undefined;
    const timer = setTimeout(() => dismiss(id), lasts);
    return () => clearTimeout(timer);
  }, [id, lasts, isHeld, stays]);
  const Icon = ICONS[kind];
  return (
    <Notification
      className={classes.toast!}
      color={COLORS[kind]}
      icon={<Icon size={18} aria-hidden />}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      onClose={() => {
        dismiss(id);
        stays?.onClose();
      }}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <span>{message}</span>
      {links && <Links links={links} onOpen={onOpen} />}
      {(stays ?? acts ?? takeBack) && (
        <Button
          size="compact-sm"
          variant="light"
          className={classes.undo!}
          aria-keyshortcuts={stays ? undefined : 'Control+Z'}
          onClick={() => (stays ? stays.onPress() : void undoActs(toast))}
        >
          {stays ? stays.label : t('undo.button')}
        </Button>
      )}
    </Notification>
  );
}

function Links({ links, onOpen }: { links: readonly ToastLink[]; onOpen: Open }) {
  const follow = (event: MouseEvent, path: string) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    onOpen(path);
  };
  return (
    <ul className={classes.links}>
      {links.map(({ label, path }) => (
        <li key={`${path} ${label}`}>
          {path === null ? (
            label
          ) : (
            <Anchor href={path} onClick={(event) => follow(event, path)} inherit>
              {label}
            </Anchor>
          )}
        </li>
      ))}
    </ul>
  );
}
