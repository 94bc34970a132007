import type { KeyboardEvent } from 'react';
import { foldForSearch } from '../../lib/fold-for-search.ts';

/** Milliseconds after which a key begins a new text, as in a native select. */
const PAUSE = 1000;
/** Milliseconds without a key after which the text is looked for. A scanner types faster: its code is not for the select. */
const SETTLED = 50;
/** Characters that nobody types without such a break. */
const SHORTEST_SCAN = 3;
/** The input that is typed in, its text and the time of the last key. `isBroken`: a break showed that a person types. */
interface Typed {
  input: HTMLInputElement;
  text: string;
  at: number;
  isBroken: boolean;
}
let typed: Typed | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;
/** An arrow key of `press` is being handled. */
let isPressing = false;

/**
 * Handles typing in a Select as a native select does: opens the options and moves to the first one that begins with
 * the typed text, or else contains it. Enter and Tab then take it. Attach to the capture phase: Mantine would take a
 * typed space for the key that opens the options.
 */
export function typeToSelect(event: KeyboardEvent<HTMLInputElement>): void {
  if (isPressing) return;
  const { key, currentTarget: input, timeStamp } = event;
  const before = typed?.input === input ? typed : undefined;
  const isPaused = !before || timeStamp - before.at > PAUSE;
  // The first key is a letter or digit: Space opens the options, `/` and `?` are shortcuts of the page.
  const isText = isPaused ? /^[\p{L}\p{N}]$/u.test(key) : key.length === 1;
  const isShortcut = event.ctrlKey || event.metaKey || event.altKey;
  if (isText && !isShortcut && input.readOnly && !event.nativeEvent.isComposing) {
    event.preventDefault();
    event.stopPropagation();
    const text = (isPaused ? '' : before.text) + foldForSearch(key);
    // The keys tell when they were pressed. A page that is busy handles keys of a person as fast as those of a scanner.
    const isBroken = !isPaused && (before.isBroken || timeStamp - before.at >= SETTLED);
    typed = { input, text, at: timeStamp, isBroken };
    clearTimeout(timer);
    timer = setTimeout(openAtText, SETTLED);
    return;
  }
  if (['Shift', 'CapsLock', 'AltGraph'].includes(key)) return;
  typed = undefined;
  clearTimeout(timer);
  if (!before || (key !== 'Enter' && key !== 'Tab')) return;
  if (key === 'Enter' && !optionsOf(input) && !isScan(before)) {
    event.preventDefault();
    event.stopPropagation();
    press(input, 'ArrowDown');
    // The options are mounted after this.
    setTimeout(() => take(input, bestOption(input, before.text)));
    return;
  }
  const option = bestOption(input, before.text);
  if (!option) return;
  if (key === 'Enter') event.preventDefault();
  event.stopPropagation();
  take(input, option);
}

/** Chooses an option, or closes the options. A click on the chosen one would deselect it where that is allowed. */
function take(input: HTMLInputElement, option: HTMLElement | undefined): void {
  (!option || option.getAttribute('aria-selected') === 'true' ? input : option).click();
}

function isScan({ text, isBroken }: Typed): boolean {
  return !isBroken && text.length >= SHORTEST_SCAN;
}

/** Opens the options and moves to the typed text, unless it is the code of a scanner. */
function openAtText(): void {
  if (!typed) return;
  const { input, text } = typed;
  if (isScan(typed)) {
    typed = undefined;
    return;
  }
  typed.isBroken = true;
  if (!optionsOf(input)) press(input, 'ArrowDown');
  // The options are mounted after this.
  setTimeout(() => typed?.input === input && typed.text === text && moveTo(input, text));
}

function moveTo(input: HTMLInputElement, text: string): void {
  const option = bestOption(input, text);
  const isHere = () => option?.hasAttribute('data-combobox-selected');
  // The arrow key keeps the state of Mantine and the announced option in step.
  for (let left = optionsOf(input)?.length ?? 0; option && !isHere() && left > 0; left--) press(input, 'ArrowDown');
}

function bestOption(input: HTMLInputElement, text: string): HTMLElement | undefined {
  const options = optionsOf(input)?.filter((option) => !option.hasAttribute('data-combobox-disabled'));
  const find = (fits: (label: string) => boolean) =>
    options?.find(({ textContent }) => fits(foldForSearch(textContent.trim())));
  return find((label) => label.startsWith(text)) ?? find((label) => label.includes(text));
}

function optionsOf(input: HTMLInputElement): HTMLElement[] | undefined {
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '');
  return list ? [...list.querySelectorAll<HTMLElement>('[data-combobox-option]')] : undefined;
}

function press(input: HTMLInputElement, code: string): void {
  isPressing = true;
  input.dispatchEvent(new KeyboardEvent('keydown', { key: code, code, bubbles: true, cancelable: true }));
  isPressing = false;
}
