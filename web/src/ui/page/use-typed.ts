import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

/**
 * Text state of a list filter: displays each keystroke at once and debounces `onChange`.
 * @param wait debounce time in ms
 */
export function useTyped(value: string, onChange: (value: string) => void, wait: number) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  const send = useDebouncedCallback((text: string) => {
    sent.current = text;
    onChange(text);
  }, wait);
  useEffect(() => {
    // The value changed from outside (back, forward, "clear filters"), not by this input.
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
