import { api } from '../lib/api/api.ts';
import { commonText } from '../lib/i18n/i18n.ts';
import { confirm } from './overlay/confirm.ts';
import { undoByCall } from './undo.ts';

/**
 * Undoes an act whose toast is gone, after a question. The state can forbid it: the refusal names the reason.
 * @param question `title` names what is undone and is the button's label, `message` the consequence
 */
export async function undoLater(activity_id: number, { title, message }: { title: string; message: string }) {
  if (await confirm({ title, message, confirmLabel: title, cancelLabel: commonText('action.close') }))
    await undoByCall(() => api.undo.undo({ activity_id }));
}
