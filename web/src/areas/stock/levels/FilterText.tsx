import { TextInput } from '@mantine/core';
import { useTyped } from '../../../ui/page/use-typed.ts';

/** Debounce in milliseconds. */
const WAIT = 200;

/** Shows a text field that filters the rows of a list. */
export function FilterText({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, type] = useTyped(value, onChange, WAIT);
  return (
    <TextInput
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
