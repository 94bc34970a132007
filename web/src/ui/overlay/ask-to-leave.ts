import { commonText } from '../../lib/i18n/i18n.ts';
import { confirm } from './confirm.ts';

let hasAgreed = false;

/**
 * Asks whether to discard what was typed. If several forms guard one navigation, such as a dialog and its page, only the
 * first asks: the router calls the others in the same task. @returns whether the user agreed
 */
export async function askToLeave(): Promise<boolean> {
  if (hasAgreed) return true;
  const agrees = await confirm({
    title: commonText('form.leaveTitle'),
    message: commonText('form.leave'),
    confirmLabel: commonText('form.leaveConfirm'),
    cancelLabel: commonText('form.stay'),
    danger: true,
    cancelsByDefault: true,
  });
  if (agrees) {
    hasAgreed = true;
    setTimeout(() => (hasAgreed = false));
  }
  return agrees;
}
