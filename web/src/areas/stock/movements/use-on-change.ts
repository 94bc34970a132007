import { useEffect, useEffectEvent, useRef } from 'react';

/** Calls `onChange` with the previous values when one of them changes; not on the first render. */
export function useOnChange<T extends Record<string, unknown>>(values: T, onChange: (last: T) => void): void {
  const last = useRef(values);
  const notify = useEffectEvent(onChange);
  useEffect(() => {
    const before = last.current;
    last.current = values;
    if (Object.keys(values).some((key) => before[key] !== values[key])) notify(before);
  });
}
