import { CloseButton, TextInput } from '@mantine/core';
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './page.module.css';

const WAIT = 200;

/** The search of a list, focused by `/`. What is typed shows at once and is searched a moment later. */
export const SearchBox = ({
  value,
  onChange,
  label,
}: {
  value: string;
  onChange: (value: string) => void;
  label?: string;
}) => {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    onChange(text);
  }, WAIT);
  useEffect(() => {
    // Back, forward or "clear filters": not an echo of one's own typing.
    if (value !== sent.current) {
      sent.current = value;
      setTyped(value);
    }
  }, [value]);
  useHotkeys([['/', () => input.current?.focus()]]);
  const type = (text: string) => {
    setTyped(text);
    send(text);
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
      onKeyDown={(event) => event.key === 'Escape' && typed && (event.stopPropagation(), type(''))}
      rightSection={
        typed ? (
          <CloseButton aria-label={t('action.clear')} onClick={() => (type(''), input.current?.focus())} />
        ) : undefined
      }
      autoComplete="off"
      aria-keyshortcuts="/"
    />
  );
};
