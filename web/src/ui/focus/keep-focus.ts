/**
 * Keeps the focus off the body. The browser drops the focus when the focused element is removed or disabled; it then
 * goes to the nearest element that is left.
 */
import { PAGE, topLayer } from '../../lib/layers.ts';
import { focusables, isFocusable } from './focusable.ts';

/** Where the focus was: the element, its ancestors with their positions, and where to go if none of them is left. */
export interface Place {
  element: HTMLElement;
  kind: string;
  path: { parent: HTMLElement; index: number }[];
  /** Where the dialog around the element was opened from. */
  fallback: Place | null;
}

/** After effects and timers that place the focus on purpose. */
const SETTLED_MS = 20;

let last: Place | null = null;
/** The focus was taken off on purpose, by a press on something that takes no focus. */
let isLeft = false;
let timer: ReturnType<typeof setTimeout> | undefined;
let arrived = '';
/** Where each open dialog was opened from. */
const origins = new Map<HTMLElement, Place | null>();

/** Watches the focus of the whole page; called once. */
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

/** Records where a dialog is opened from. Called before the dialog takes the focus. */
export function enterDialog(content: HTMLElement): void {
  origins.set(content, last);
}

/** Takes the focus back to where a dialog was opened from, unless it is elsewhere already. */
export function leaveDialog(content: HTMLElement): void {
  const origin = origins.get(content) ?? null;
  origins.delete(content);
  const active = document.activeElement;
  if (active && active !== document.body && active.isConnected && !content.contains(active)) return;
  restore(origin);
}

/**
 * The focus goes to the title of a page that was navigated to, which screen readers then announce. A dialog that the
 * address opened keeps it, and so does a field in which the page starts. @param place the address and what is shown there: a list and its form are two places
 */
export function arriveAt(place: string): void {
  if (place === arrived) return;
  arrived = place;
  const startsInField = document.activeElement?.matches('main :is(input, textarea)');
  if (topLayer() === PAGE && !startsInField) focusTitle();
}

function remember(element: HTMLElement): void {
  isLeft = false;
  // An item of a menu is gone once it is chosen: what counts is the button that opened the menu.
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

/** Tab may leave the page for the browser's own controls. Known once the browser has moved the focus. */
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
  // A button that saves is disabled only while it does: it gets the focus back.
  if (element.isConnected && element.matches('[data-loading], [type=submit]:disabled')) return;
  restore(last);
}

/** Looks for what can take the focus in the place of an element: itself, its equal, its neighbours, the page's title. */
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
    // The same control, rendered anew.
    if (tryFocus(focusables(parent).find((other) => kindOf(other) === kind))) return true;
    if (parent.tagName === 'MAIN') return false;
    // Rows of a virtual list come and go while it scrolls: the arrow keys go on from the list.
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

/** What a control is for a person: two renderings of one control have the same kind. */
function kindOf(element: HTMLElement): string {
  const { tagName, dataset } = element;
  const name = element.getAttribute('aria-label') ?? element.getAttribute('name') ?? element.textContent;
  return [tagName, element.getAttribute('role'), dataset['path'], dataset['index'], name.slice(0, 80)].join('|');
}
