import { commonText } from '../../lib/i18n/i18n.ts';
import { confirm } from './confirm.ts';

/** A value that is allowed but unlikely. */
export interface Doubt {
  /** The field, as in the body. */
  path: string;
  text: string;
}

/**
 * Asks whether to save in spite of doubts. Enter goes back to the form: a key pressed twice must not accept what nobody
 * has read. @returns the fields to go back to; none if the user saves, or without doubts
 */
export async function askAboutDoubts(doubts: readonly Doubt[]): Promise<readonly string[]> {
  if (doubts.length === 0) return [];
  const saves = await confirm({
    title: commonText('form.doubtsTitle'),
    message: (
      <ul>
        {doubts.map(({ path, text }) => (
          <li key={`${path} ${text}`}>{text}</li>
        ))}
      </ul>
    ),
    confirmLabel: commonText('action.save'),
    cancelLabel: commonText('form.stay'),
    cancelsByDefault: true,
  });
  return saves ? [] : doubts.map(({ path }) => path);
}
