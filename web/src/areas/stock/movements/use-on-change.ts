import { useEffect, useEffectEvent, useRef } from 'react';

/** Tells when one of these values has become another, with what they were; not when the form appears. */
export function useOnChange<T extends Record<string, unknown>>(values: T, onChange: (last: T) => void): void {
  const last = useRef(values);
  const tell = useEffectEvent(onChange);
  useEffect(() => {
    const before = last.current;
    last.current = values;
    if (Object.keys(values).some((key) => before[key] !== values[key])) tell(before);
  });
}
