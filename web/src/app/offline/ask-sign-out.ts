import i18next from 'i18next';
import { loadTexts } from '../../lib/i18n/i18n.ts';
import { acts } from '../../lib/offline/acts.ts';
import { deleteAnswers } from '../../lib/offline/kept-answers.ts';
import { refresh } from '../../lib/offline/queue.ts';
import { confirm } from '../../ui/overlay/confirm.ts';

/** Asks a user with unsent entries whether to sign out. @returns whether to sign out */
export async function askSignOut(): Promise<boolean> {
  await refresh();
  const count = acts.get().own.filter(({ state }) => state !== 'sent').length;
  if (count === 0) return true;
  await loadTexts(['offline']);
  const shown = String(count);
  return confirm({
    title: i18next.t('signOut.title', { ns: 'offline' }),
    message: i18next.t('signOut.text', { ns: 'offline', count, shown }),
    confirmLabel: i18next.t('signOut.confirm', { ns: 'offline' }),
    cancelLabel: i18next.t('signOut.stay', { ns: 'offline' }),
    danger: true,
  });
}

/** Deletes what the user read on the shop floor; entries stay until they are sent. */
export async function deleteReads(userId: number): Promise<void> {
  await deleteAnswers(userId).catch(() => {});
}
