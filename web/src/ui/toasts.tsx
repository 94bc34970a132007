import { notifications } from '@mantine/notifications';
import { IconAlertTriangle, IconCheck, IconX } from '@tabler/icons-react';
import { say } from '../lib/i18n/i18n.ts';
import { problemText } from '../lib/api/problem.ts';

const SUCCESS_MS = 2000;
const ERROR_MS = 4000;
const TOP_MS = 3000;

const show = (message: string, kind: 'success' | 'error' | 'warning', autoClose: number, position?: 'top-center') =>
  notifications.show({
    message,
    autoClose,
    closeButtonProps: { 'aria-label': say('action.close') },
    ...(position && { position }),
    color: { success: 'teal.8', error: 'red.8', warning: 'yellow.8' }[kind],
    icon: { success: <IconCheck size={18} />, error: <IconX size={18} />, warning: <IconAlertTriangle size={18} /> }[
      kind
    ],
  });

/** Short messages at the edge of the screen. `top` is the variant of the production screens: top centre, 3 s. */
export const toast = {
  success: (message: string) => show(message, 'success', SUCCESS_MS),
  error: (message: string) => show(message, 'error', ERROR_MS),
  /** What the server warned about: done, but look. */
  warning: (message: string) => show(message, 'warning', 2 * ERROR_MS),
  /** A failure with the server's words, or the fallback when it sent none. */
  problem: (error: unknown, fallback: string) => show(problemText(error, fallback), 'error', ERROR_MS),
  top: {
    success: (message: string) => show(message, 'success', TOP_MS, 'top-center'),
    error: (message: string) => show(message, 'error', TOP_MS, 'top-center'),
  },
};

/** Shows the warnings that an answer to a write may carry. */
export const showWarnings = (answer: unknown): void => {
  const { warnings = [] } = (answer ?? {}) as { warnings?: { message: string }[] };
  for (const { message } of warnings) toast.warning(message);
};
