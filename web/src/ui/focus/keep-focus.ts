/**
 * Keeps the focus off the body. The browser drops the focus when the focused element is removed or disabled; this
 * module then moves it to the nearest remaining element.
 */
import { PAGE, topLayer } from '../../lib/layers.ts';
import { focusables, isFocusable } from './focusable.ts';

/** The last focused element, its ancestors with its position in each, and a fallback if all of them are removed. */
export interface Place {
  element: HTMLElement;
  kind: string;
  path: { parent: HTMLElement; index: number }[];
  /** The focused element from which the surrounding dialog was opened. */
  fallback: Place | null;
}

/** The toasts of the page: see Toasts.tsx. */
const TOASTS = '.toasts';

/** Waits for effects and timers that set the focus deliberately. */
const SETTLED_MS = 20;

let last: Place | null = null;
/** True after the user removed the focus by pressing on something that is not focusable. */
let isLeft = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let arrived = '';
/** The place from which each open dialog was opened. */
const origins = new Map<HTMLElement, Place | null>();
/** The last place before the focus went into a dialog. Mantine may focus a button of it before `enterDialog` runs. */
const outside = new WeakMap<Element, Place | null>();

/** Watches the focus of the whole page. Call once. */
export function watchFocus(): void {
  document.addEventListener('focusin', ({ target }) => remember(target as HTMLElement), true);
  document.addEventListener('mousedown', onPress, true);
  document.addEventListener('keydown', onTab, true);
  new MutationObserver(checkSoon).observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['disabled'],
  });
}

/** Records the place from which a dialog is opened. Call before the dialog takes the focus. */
export function enterDialog(content: HTMLElement): void {
  origins.set(content, outside.has(content) ? outside.get(content)! : last);
}

/** Returns the focus to the place from which the dialog was opened, unless another element has it. */
export function leaveDialog(content: HTMLElement): void {
  const origin = origins.get(content) ?? null;
  origins.delete(content);
  const active = document.activeElement;
  if (active && active !== document.body && active.isConnected && !content.contains(active)) return;
  restore(origin);
}

/**
 * Focuses the title of a page after navigation, so that screen readers announce it. A dialog opened by the URL and a
 * field focused by the page itself keep the focus.
 * @param place identifies the URL and the content: a list and its form are two places
 */
export function arriveAt(place: string): void {
  if (place === arrived) return;
  arrived = place;
  const startsInField = document.activeElement?.matches('main :is(input, textarea)');
  if (topLayer() === PAGE && !startsInField) focusTitle();
}

function remember(element: HTMLElement): void {
  isLeft = false;
  // A toast goes away: the focus then returns to where it was before.
  if (element.closest(TOASTS)) return;
  const dialog = element.closest('[role=dialog]');
  if (dialog && !dialog.contains(last?.element ?? null) && !outside.has(dialog)) outside.set(dialog, last);
  // A menu item is removed after it is chosen, so the button that opened the menu is recorded instead.
  const menu = element.closest('[role=menu]')?.getAttribute('aria-labelledby');
  const opener = menu && document.getElementById(menu);
  last = placeOf(opener || element);
}

function placeOf(element: HTMLElement): Place {
  const path: Place['path'] = [];
  for (let child = element; child.parentElement; child = child.parentElement)
    path.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  const dialog = [...origins.keys()].findLast((content) => content.contains(element));
  return { element, kind: kindOf(element), path, fallback: (dialog && origins.get(dialog)) ?? null };
}

function onPress({ target }: MouseEvent): void {
  isLeft = !(target as Element).closest('a[href], button, input, textarea, select, label, [tabindex]');
}

/** Tab may move the focus to the browser's own controls. The result is known only after the browser moved the focus. */
function onTab({ key }: KeyboardEvent): void {
  if (key === 'Tab') setTimeout(() => (isLeft = document.activeElement === document.body));
}

function checkSoon(): void {
  if (!isLost()) return;
  clearTimeout(timer);
  timer = setTimeout(check, SETTLED_MS);
}

function isLost(): boolean {
  const active = document.activeElement;
  return !isLeft && last !== null && (!active || active === document.body || active.matches(':disabled'));
}

function check(): void {
  if (!isLost()) return;
  const { element } = last!;
  // A submit button is disabled only during the save and gets the focus back afterwards.
  if (element.isConnected && element.matches('[data-loading], [type=submit]:disabled')) return;
  restore(last);
}

/** Focuses a replacement for a lost element: itself, an equivalent control, a neighbour, or the page title. */
function restore(place: Place | null): void {
  for (let at = place; at; at = at.fallback) if (isFocusedInstead(at)) return;
  const { content } = topLayer();
  if (content) content.focus({ preventScroll: true });
  else focusTitle();
}

function isFocusedInstead({ element, kind, path }: Place): boolean {
  if (tryFocus(element)) return true;
  for (const { parent, index } of path) {
    if (!parent.isConnected) continue;
    if (parent === document.body || parent.matches('[data-portal]')) return false;
    // The same control after a re-render.
    if (tryFocus(focusables(parent).find((other) => kindOf(other) === kind))) return true;
    if (parent.tagName === 'MAIN') return false;
    // A virtual list mounts and unmounts rows while it scrolls, so the grid takes the focus and the arrow keys keep
    // working.
    const grid = parent.closest<HTMLElement>('[role=grid]');
    if (grid) return tryFocus(parent.closest<HTMLElement>('[data-index]') ?? undefined) || tryFocus(grid);
    for (const at of [index, index - 1]) {
      const neighbour = parent.children[at];
      if (neighbour && tryFocus(focusables(neighbour as HTMLElement)[0])) return true;
    }
    if (tryFocus(parent)) return true;
  }
  return false;
}

function focusTitle(): void {
  const target = document.querySelector<HTMLElement>('main h1') ?? document.getElementById('content');
  target?.focus({ preventScroll: true });
}

function tryFocus(element: HTMLElement | undefined): boolean {
  if (!element || !isFocusable(element)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** Identifies a control across renderings: two renderings of one control have the same kind. */
function kindOf(element: HTMLElement): string {
  const { tagName, dataset } = element;
  const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent;
  return [tagName, element.getAttribute('role'), dataset['path'], dataset['index'], name.slice(0, 80)].join('|');
}
