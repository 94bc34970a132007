import { Alert, Button, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessage, type FieldCode } from '@bobina/contract/core/messages/messages.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useFormHere } from '../form/form-context.ts';
import { prepared } from '../prepared.tsx';
import classes from './lines.module.css';
import type { BadCell } from './sort-pasted.ts';
import type { PastedLines } from './use-pasted-lines.ts';

const PasteQuestion = prepared(() => import('./PasteQuestion.tsx'));

interface Props {
  grid: RefObject<HTMLElement | null>;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  title: string;
  hint: string;
  /** Content between the title and the lines. */
  before?: ReactNode;
  paste: PastedLines;
  /** Title above the pasted rows with an unknown product code. */
  notTaken: string;
  /** Text instead of the table while there are no lines. */
  none: string | false;
  /** The table and the content below it. */
  children: ReactNode;
  add: { label: string; disabled?: boolean; onClick: () => void };
  total: { label: string; amount: string };
}

/** The frame around the lines of a document form: title, errors, rejected pasted rows and total. */
export function LinesPanel(props: Props) {
  const { grid, onKeyDown, title, hint, before, paste, notTaken, none, children, add, total } = props;
  const problem = useFormHere().errors['items'] as string | undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- handles the keys of the fields inside
    <section
      ref={grid}
      className={classes.panel}
      aria-label={title}
      data-path="items"
      tabIndex={-1}
      onKeyDown={onKeyDown}
    >
      <div className={classes.head}>
        <Title order={2} fz="md">
          {title}
        </Title>
        <Text c="dimmed" size="sm">
          {hint}
        </Text>
      </div>
      {before}
      {problem && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {problem}
        </Text>
      )}
      <NotTaken title={notTaken} paste={paste} />
      <BadCells cells={paste.badNumbers} code="not_number" onClose={paste.forget} />
      <BadCells cells={paste.badDays} code="not_day" onClose={paste.forget} />
      {none ? <Text c="dimmed">{none}</Text> : children}
      <div className={classes.foot}>
        <Button
          variant="light"
          leftSection={<IconPlus size={18} />}
          disabled={add.disabled ?? false}
          data-add
          onClick={add.onClick}
        >
          {add.label}
        </Button>
        <Text component="div" aria-live="polite">
          {total.label}: <span className={classes.sum}>{total.amount}</span>
        </Text>
      </div>
      {paste.question && (
        <Suspense fallback={null}>
          <PasteQuestion number={paste.question} onAnswer={paste.answer} />
        </Suspense>
      )}
    </section>
  );
}

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
  const { t } = useTranslation();
  const language = useLanguage();
  if (cells.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={fieldMessage(language, message)}
      withCloseButton
      closeButtonLabel={t('action.close')}
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
