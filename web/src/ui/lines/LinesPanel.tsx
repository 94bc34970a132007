import { Button, Text, Title } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { Suspense, type KeyboardEvent, type ReactNode, type RefObject } from 'react';
import { useFormHere } from '../form/form-context.ts';
import { prepared } from '../prepared.tsx';
import classes from './lines.module.css';
import type { PastedLines } from './use-pasted-lines.ts';

const PasteFaults = prepared(() => import('./PasteFaults.tsx'));
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
      {paste.isPartial && (
        <Suspense fallback={null}>
          <PasteFaults notTaken={notTaken} paste={paste} />
        </Suspense>
      )}
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
