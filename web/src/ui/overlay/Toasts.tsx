import { Notification } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dismiss, toasts, type Toast } from '../toasts.ts';
import classes from './toasts.module.css';

const MOST = 20;
const COLORS = { success: 'teal.8', error: 'red.8', warning: 'yellow.8' };
const ICONS = { success: IconCheck, error: IconX, warning: IconAlertTriangle };

/** Rendered once: where they cover no button, since forms have theirs at the lower right, phones all along the foot. */
export function Toasts() {
  const shown = toasts.use().slice(0, MOST);
  return (
    <>
      {[true, false].map((isTop) => (
        <div key={String(isTop)} className={`toasts ${classes.stack} ${isTop ? classes.top : ''}`}>
          {shown
            .filter((one) => one.isTop === isTop)
            .map((one) => (
              <ToastCard key={one.id} {...one} />
            ))}
        </div>
      ))}
    </>
  );
}

/** Its time runs while it is shown, and stands still while somebody points at it or is on its button. */
function ToastCard({ id, message, kind, lasts }: Toast) {
  const { t } = useTranslation();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismiss(id), lasts);
    return () => clearTimeout(timer);
  }, [id, lasts, isHeld]);
  const Icon = ICONS[kind];
  return (
    <Notification
      className={classes.toast!}
      color={COLORS[kind]}
      icon={<Icon size={18} aria-hidden />}
      closeButtonProps={{ 'aria-label': t('action.close') }}
      onClose={() => dismiss(id)}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {message}
    </Notification>
  );
}
