import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import { createOwnChanges } from './own-changes.ts';

/**
 * Text state of a list filter: displays each keystroke at once and debounces `onChange`.
 * @param wait debounce time in ms
 */
export function useTyped(value: string, onChange: (value: string) => void, wait: number) {
  const [typed, setTyped] = useState(value);
  const own = useRef(createOwnChanges());
  const shown = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    own.current.send(text, shown.current);
    onChange(text);
  }, wait);
  useEffect(() => {
    if (value !== shown.current) {
      shown.current = value;
      // A change from outside (back, forward, "clear filters") replaces the text; an answer to this input does not.
      if (own.current.settles(value)) return;
      // Nor does a text that was not sent yet return, such as one that a scan has restored.
      send.cancel();
      setTyped(value);
    }
  }, [value]); // oxlint-disable-line react-hooks/exhaustive-deps -- `send` is stable
  const type = (text: string) => {
    setTyped(text);
    send(text);
  };
  return [typed, type] as const;
}
