import type { KeyboardEvent } from 'react';

/**
 * Tab leaves a menu as ARIA has it: the menu closes, and the focus goes on from the button that it hangs from. By
 * itself it would go on from where the menu stands in the page, which is its end, with the menu left open.
 */
export function leaveByTab(event: KeyboardEvent<HTMLElement>) {
  const button = document.getElementById(event.currentTarget.getAttribute('aria-labelledby') ?? '');
  if (event.key !== 'Tab' || !button) return;
  // What closes it for a press on the button also closes it here; the browser then moves on from the button.
  button.focus({ preventScroll: true });
  button.click();
}
