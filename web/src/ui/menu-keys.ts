import type { KeyboardEvent } from 'react';

/**
 * Handles Tab in a menu as the ARIA pattern requires: closes the menu and moves the focus on from its button. Without
 * this, the focus would move on from the portal at the end of the page and the menu would stay open.
 */
export function leaveByTab(event: KeyboardEvent<HTMLElement>) {
  const button = document.getElementById(event.currentTarget.getAttribute('aria-labelledby') ?? '');
  if (event.key !== 'Tab' || !button) return;
  // Focusing the button closes the menu; the browser then moves the focus on from the button.
  button.focus({ preventScroll: true });
  button.click();
}
