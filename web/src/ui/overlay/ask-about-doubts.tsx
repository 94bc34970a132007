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
 * has read. @returns whether the user saves
 */
export function askAboutDoubts(doubts: readonly Doubt[]): Promise<boolean> {
  return confirm({
    title: commonText('form.doubtsTitle'),
    message: (
      <ul>
        {doubts.map(({ path, text }) => (
          <li key={`${path} ${text}`}>{text}</li>
        ))}
      </ul>
    ),
    confirmLabel: commonText('form.saveAnyway'),
    cancelLabel: commonText('form.correct'),
    cancelsByDefault: true,
  });
}
