import { useEffect, type RefObject } from 'react';

const OVERLAYS = '.mantine-Modal-content, .mantine-Drawer-content';

/** Escape closes the uppermost dialog only: one that lies under another, or under a question, waits for its turn. */
export const useEscape = (inside: RefObject<HTMLElement | null>, close: () => void): void => {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing) return;
      const target = event.target as Element;
      if (target.getAttribute('data-mantine-stop-propagation') === 'true') return; // an open list has the word
      // The uppermost dialog holds the focus, or is the last one when nothing does.
      const isLast =
        target === document.body && [...document.querySelectorAll(OVERLAYS)].at(-1)?.contains(inside.current);
      if (isLast || inside.current?.closest(OVERLAYS)?.contains(target)) close();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  });
};
