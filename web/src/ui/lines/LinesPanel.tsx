import { Alert, Button, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { KeyboardEvent, ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { fieldMessage } from '@bobina/contract/core/messages/messages.ts';
import { useLanguage } from '../../lib/i18n/i18n.ts';
import { useFormHere } from '../form/form-context.ts';
import classes from './lines.module.css';
import { PasteQuestion } from './PasteQuestion.tsx';
import type { PastedLines } from './use-pasted-lines.ts';

interface Props {
  grid: RefObject<HTMLElement | null>;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  title: string;
  hint: string;
  /** Between the title and the lines. */
  before?: ReactNode;
  paste: PastedLines;
  /** Over the pasted rows whose code no product has. */
  notTaken: string;
  /** Instead of the table while there is no line. */
  none: string | false;
  /** The table, and what stands under it. */
  children: ReactNode;
  add: { label: string; disabled?: boolean; onClick: () => void };
  total: { label: string; amount: string };
}

/** Around the lines of a form's document: what they are, what is wrong with them, what was not pasted, and their sum. */
export function LinesPanel(props: Props) {
  const { grid, onKeyDown, title, hint, before, paste, notTaken, none, children, add, total } = props;
  const problem = useFormHere().errors['items'] as string | undefined;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the keys are those of the fields inside
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
      <BadDays paste={paste} />
      {none ? <Text c="dimmed">{none}</Text> : children}
      <div className={classes.foot}>
        <Button
          variant="light"
          leftSection={<IconPlus size={18} />}
          disabled={add.disabled ?? false}
          onClick={add.onClick}
        >
          {add.label}
        </Button>
        <Text component="div" aria-live="polite">
          {total.label}: <span className={classes.sum}>{total.amount}</span>
        </Text>
      </div>
      {paste.question && <PasteQuestion number={paste.question} onAnswer={paste.answer} />}
    </section>
  );
}

/** Rows that were not pasted stay in sight until they are dealt with. */
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

/** Days that could not be read, row by row: the lines hold what was pasted, marked, and cannot be saved with it. */
function BadDays({ paste: { badDays, forget } }: { paste: PastedLines }) {
  const { t } = useTranslation();
  const language = useLanguage();
  if (badDays.length === 0) return null;
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      title={fieldMessage(language, 'not_day')}
      withCloseButton
      closeButtonLabel={t('action.close')}
      onClose={forget}
    >
      <ul className={classes.notTaken}>
        {badDays.map(({ row, code, typed }) => (
          <li key={row}>{t('paste.badDay', { row, code, typed })}</li>
        ))}
      </ul>
    </Alert>
  );
}
