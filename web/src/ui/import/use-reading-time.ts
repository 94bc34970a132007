import { useEffect, useRef } from 'react';

/** For how long a new step takes no key, in ms: longer than between the two presses of a hurried Enter. */
const READING_TIME = 300;

/**
 * Tells whether a press is meant for the step that shows the button: a held key, a second Enter or the second click of a
 * double click that started the step before would import rows that nobody has seen.
 * @returns a function for the click handler of a button; keys and shortcuts are clicks without a pointer
 */
export function useReadingTime(): (event: { detail: number; timeStamp: number }) => boolean {
  const shownAt = useRef(Infinity);
  const isHeld = useRef(false);
  useEffect(() => {
    shownAt.current = performance.now();
    const onKey = ({ type, repeat }: KeyboardEvent) => void (isHeld.current = type === 'keydown' && repeat);
    window.addEventListener('keydown', onKey, { capture: true });
    window.addEventListener('keyup', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      window.removeEventListener('keyup', onKey, { capture: true });
    };
  }, []);
  return ({ detail, timeStamp }) =>
    detail === 0 ? !isHeld.current && timeStamp - shownAt.current >= READING_TIME : detail === 1;
}
