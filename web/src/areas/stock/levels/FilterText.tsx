import { TextInput } from '@mantine/core';
import { useRef } from 'react';
import { useLayerHandler } from '../../../ui/overlay/use-layer.ts';
import { useTyped } from '../../../ui/page/use-typed.ts';

/** Debounce in milliseconds. */
const WAIT = 200;

/** Shows a text field that filters the rows of a list. */
export function FilterText({
  label,
  value,
  onChange,
  isFirst = false,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** Whether `/` focuses it. */
  isFirst?: boolean;
}) {
  const [typed, type] = useTyped(value, onChange, WAIT);
  const input = useRef<HTMLInputElement>(null);
  useLayerHandler('search', () => (isFirst ? input.current?.focus() : false));
  return (
    <TextInput
      ref={input}
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      maxLength={200}
      autoComplete="off"
      style={{ flex: '1 1 150px' }}
      onChange={(event) => type(event.currentTarget.value)}
    />
  );
}
