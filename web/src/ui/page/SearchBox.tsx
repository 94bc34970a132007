import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayerHandler } from '../overlay/use-layer.ts';
import classes from './page.module.css';
import { useTyped } from './use-typed.ts';

const WAIT = 200;

/**
 * The search box of a list, focused by `/`. The typed text is displayed at once and the search is debounced. The down arrow
 * leads to the first row, as soon as the list shows what was typed.
 */
export function SearchBox({
  value,
  onChange,
  label,
  isAnswered = true,
}: {
  value: string;
  onChange: (value: string) => void;
  label?: string;
  /** Whether the list shows the rows of `value`. */
  isAnswered?: boolean;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, type] = useTyped(value, onChange, WAIT);
  useLayerHandler('search', () => input.current?.focus());
  /** Whether the down arrow waits for the rows of the typed text. */
  const isLeaving = useRef(false);
  const isShown = isAnswered && typed === value;
  useEffect(() => {
    const field = input.current;
    if (isShown && isLeaving.current && document.activeElement === field) firstRowBeside(field)?.focus();
  }, [isShown]);
  const onKeyDown = (event: KeyboardEvent) => {
    isLeaving.current = event.key === 'ArrowDown';
    if (isLeaving.current) {
      // The key would also scroll the list in which it has put the focus, and hide the row.
      event.preventDefault();
      if (isShown) firstRowBeside(input.current)?.focus();
    }
    if (event.key === 'Escape' && typed) {
      event.stopPropagation();
      type('');
    }
  };
  const name = label ?? t('list.search');
  return (
    <TextInput
      ref={input}
      type="search"
      className={classes.search!}
      aria-label={name}
      placeholder={name}
      leftSection={<IconSearch size={17} aria-hidden />}
      value={typed}
      maxLength={200}
      onChange={(event) => type(event.currentTarget.value)}
      onKeyDown={onKeyDown}
      rightSection={
        typed ? (
          <CloseButton aria-label={t('action.clear')} onClick={() => (type(''), input.current?.focus())} />
        ) : undefined
      }
      autoComplete="off"
      aria-keyshortcuts="/"
    />
  );
}

/** The row that is the Tab stop of the list below the filters. */
function firstRowBeside(field: HTMLElement | null): HTMLElement | null | undefined {
  return field?.closest('search')?.parentElement?.querySelector<HTMLElement>('[data-index][tabindex="0"]');
}
