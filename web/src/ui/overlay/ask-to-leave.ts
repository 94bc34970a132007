import { commonText } from '../../lib/i18n/i18n.ts';
import { confirm } from './confirm.ts';

/** Asks whether to discard what was typed. @returns whether the user agreed */
export function askToLeave(): Promise<boolean> {
  return confirm({
    title: commonText('form.leaveTitle'),
    message: commonText('form.leave'),
    confirmLabel: commonText('form.leaveConfirm'),
    cancelLabel: commonText('form.stay'),
    danger: true,
  });
}
