import { topLayer } from '../../lib/layers.ts';

/** Pixels between a message and the edges around it. */
const GAP = 8;

/**
 * Keeps messages off the title and the buttons of the open dialog, on a screen where they have no room beside it: above
 * the dialog, else below it, else below its title. Follows the dialog, which may move, grow or close.
 * @returns a function that stops following
 */
export function keepBesideDialog(stack: HTMLElement): () => void {
  let frame = requestAnimationFrame(place);
  return () => {
    cancelAnimationFrame(frame);
    stack.style.removeProperty('top');
  };

  function place() {
    frame = requestAnimationFrame(place);
    const { content } = topLayer();
    const top = content && `${Math.round(topBeside(content, stack.offsetHeight))}px`;
    if (top === null) stack.style.removeProperty('top');
    else if (stack.style.top !== top) stack.style.top = top;
  }
}

function topBeside(dialog: HTMLElement, height: number): number {
  const { top, bottom } = dialog.getBoundingClientRect();
  if (top >= height + 2 * GAP) return GAP;
  if (innerHeight - bottom >= height + 2 * GAP) return bottom + GAP;
  const head = dialog.querySelector('.mantine-Modal-header, .mantine-Drawer-header');
  return (head?.getBoundingClientRect().bottom ?? top) + GAP;
}
