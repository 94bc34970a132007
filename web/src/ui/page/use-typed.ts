import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/**
 * A text that narrows a list: it shows as it is typed and is asked for once nothing was typed for a moment.
 * @param wait that moment, in ms
 */
export function useTyped(value: string, onChange: (value: string) => void, wait: number) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    onChange(text);
  }, wait);
  useEffect(() => {
    // Back, forward or "clear filters": not an echo of one's own typing.
    if (value !== sent.current) {
      sent.current = value;
      setTyped(value);
    }
  }, [value]);
  const type = (text: string) => {
    setTyped(text);
    send(text);
  };
  return [typed, type] as const;
}
