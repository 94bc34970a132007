import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLayerHandler } from '../overlay/use-layer.ts';
import classes from './page.module.css';
import { useTyped } from './use-typed.ts';

const WAIT = 200;

/** The search of a list, focused by `/`. What is typed shows at once and is searched a moment later. */
export function SearchBox({
  value,
  onChange,
  label,
}: {
  value: string;
  onChange: (value: string) => void;
  label?: string;
}) {
  const { t } = useTranslation();
  const input = useRef<HTMLInputElement>(null);
  const [typed, type] = useTyped(value, onChange, WAIT);
  useLayerHandler('search', () => input.current?.focus());
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
}
