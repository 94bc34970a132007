import { topLayer } from '../../lib/layers.ts';
import { leaveFailures } from './leave-failures.ts';

/** Pixels between a message and the edges around it. */
const GAP = 8;
/** Wider screens have room for messages beside a dialog. */
const PHONE = '(max-width: 48em)';

let isFollowing = false;

/**
 * Keeps messages off the title and the buttons of the open dialog on a phone: above the dialog, else below it, else below
 * its title. Follows the dialog, which may move, grow or close, until no message is left.
 */
export function keepBesideDialog(): void {
  if (!isFollowing) place();
}

function place() {
  leaveFailures();
  const stacks = [...document.querySelectorAll<HTMLElement>('.toasts')];
  const { content } = topLayer();
  const isBeside = content !== null && matchMedia(PHONE).matches;
  for (const stack of stacks) {
    const top = isBeside ? `${Math.round(topBeside(content, stack.offsetHeight))}px` : '';
    if (stack.style.top !== top) stack.style.top = top;
  }
  isFollowing = stacks.some(({ childElementCount }) => childElementCount > 0);
  if (isFollowing) requestAnimationFrame(place);
}

function topBeside(dialog: HTMLElement, height: number): number {
  const { top, bottom } = dialog.getBoundingClientRect();
  if (top >= height + 2 * GAP) return GAP;
  if (innerHeight - bottom >= height + 2 * GAP) return bottom + GAP;
  const head = dialog.querySelector('.mantine-Modal-header, .mantine-Drawer-header');
  return (head?.getBoundingClientRect().bottom ?? top) + GAP;
}
