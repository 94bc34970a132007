import { useTimeout } from '@mantine/hooks';
import {
  cloneElement,
  useEffect,
  useId,
  useState,
  type FocusEvent,
  type HTMLAttributes,
  type PointerEvent,
  type ReactElement,
} from 'react';
import { deferred } from '../deferred.tsx';

const WAIT_MS = 150;
const Tip = deferred(async () => (await import('./Tip.tsx')).Tip);

/**
 * Shows a tooltip at an element: on hover, on focus by keyboard and on touch. Its code loads after the first paint, and it
 * mounts on demand: an idle tooltip costs as much as a row of cells.
 */
export function Hint({ label, children }: { label: string; children: ReactElement<HTMLAttributes<HTMLElement>> }) {
  const id = useId();
  const { over, handlers } = useHint();
  return (
    <>
      {cloneElement(children, { ...handlers, ...(over && { 'aria-describedby': id }) })}
      {over && <Tip id={id} target={over} label={label} />}
    </>
  );
}

/** Follows whether the tooltip of an element is due, for an element that shows its own. */
export function useHint() {
  const [over, setOver] = useState<HTMLElement | null>(null);
  const soon = useTimeout((element: HTMLElement) => setOver(element), WAIT_MS);
  const close = () => {
    soon.clear();
    setOver(null);
  };
  useEffect(() => {
    if (!over) return undefined;
    const end = new AbortController();
    const { signal } = end;
    document.addEventListener('keydown', ({ key }) => key === 'Escape' && setOver(null), { signal });
    // A touch elsewhere: an element without focus does not lose it.
    document.addEventListener('pointerdown', ({ target }) => !over.contains(target as Node) && setOver(null), {
      signal,
    });
    return () => end.abort();
  }, [over]);
  const handlers = {
    onPointerEnter: (event: PointerEvent<HTMLElement>) => soon.start(event.currentTarget),
    onPointerLeave: (event: PointerEvent) => event.pointerType === 'mouse' && close(),
    onFocus: (event: FocusEvent<HTMLElement>) =>
      event.currentTarget.matches(':focus-visible') && setOver(event.currentTarget),
    onBlur: close,
  };
  return { over, handlers, Tip };
}
