import { Alert } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { fieldMessage, type FieldCode } from '@bobina/contract/core/messages/messages.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import classes from './lines.module.css';
import type { BadCell } from './sort-pasted.ts';
import type { PastedLines } from './use-pasted-lines.ts';

/** Lists what of pasted rows was not taken or not read. @param notTaken title above the rows with an unknown product code */
function PasteFaults({ notTaken, paste }: { notTaken: string; paste: PastedLines }) {
  return (
    <>
      <NotTaken title={notTaken} paste={paste} />
      <BadCells cells={paste.badNumbers} code="not_number" onClose={paste.forget} />
      <BadCells cells={paste.badDays} code="not_day" onClose={paste.forget} />
    </>
  );
}
export default PasteFaults;

/** Lists rejected pasted rows until the user dismisses them. */
function NotTaken({ title, paste: { notTaken, forget } }: { title: string; paste: PastedLines }) {
  const { t } = useTranslation();
  if (notTaken.length === 0) return null;
  return (
    <Alert
      color="yellow"
      variant="light"
      title={title}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={forget}
    >
      <ul className={classes.notTaken}>
        {notTaken.map((row, index) => (
          <li key={index}>{row}</li>
        ))}
      </ul>
    </Alert>
  );
}

/** Lists pasted cells that cannot be read. The lines keep the pasted text, marked, and cannot be saved with it. */
function BadCells({
  cells,
  code: message,
  onClose,
}: {
  cells: readonly BadCell[];
  code: FieldCode;
  onClose: () => void;
}) {
  const { t } = useTranslation('numbers');
  const { t: common } = useTranslation();
  const language = useLanguage();
  if (cells.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={fieldMessage(language, message)}
      withCloseButton
      closeButtonLabel={common('action.close')}
      onClose={onClose}
    >
      <ul className={classes.notTaken}>
        {cells.map(({ row, code, typed }, index) => (
          <li key={index}>{t('paste.badCell', { row, code, typed })}</li>
        ))}
      </ul>
    </Alert>
  );
}
