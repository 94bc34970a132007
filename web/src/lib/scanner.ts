/**
 * Detects barcode scanners, which act as keyboards that type faster than people and end with Enter or Tab. A scan is
 * offered to the topmost layer. If a handler takes it, the field that received the keystrokes is restored. A number
 * field and a field with `data-takes-no-codes`, such as a reason, never keep a scan; another text field keeps a scan that
 * no handler takes. A field of several lines, such as notes, does not count as typed in: a form that takes scans takes it.
 */
import { flushSync } from 'react-dom';
import { GS, shownScan } from '@bobina/contract/core/scan-text.ts';
import { offerScan, type Scan } from './layers.ts';

/** Milliseconds between keys. People do not type six characters at this pace; the average tolerates a delayed key. */
const AVERAGE_GAP = 40;
export const LONGEST_GAP = 120;
const SHORTEST_CODE = 6;
/** A short code with a letter and a digit, such as the label of a shelf: people type short words and numbers fast. */
const SHORTEST_MIXED = 4;
const MIXED = /\p{L}.*\d|\d.*\p{L}/u;
/**
 * A number that is typed into a number field however fast: with a sign or a separator, or of at most seven digits, such as
 * a repeated zero. The shortest barcodes of products have eight.
 */
const NUMBER = /^([-+]|\d+[.,]|\d{1,7}$)[\d.,]*$/;
/** Outside of fields, such as on the button of a confirmation, people type nothing, and the label of a shelf is short. */
const SHORTEST_OUTSIDE = 3;
/** Characters that are shortcuts of the page. Within a code, such as the number of a document, they must not move the focus. */
const SHORTCUTS: ReadonlySet<string> = new Set(['/', '?']);
/** Input types without text. */
const NOT_TYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'button', 'submit']);

/** What `public/early-keys.js` leaves. */
interface EarlyKeys {
  events: readonly KeyboardEvent[];
  stop: () => void;
}
const page = globalThis as { earlyKeys?: EarlyKeys };

/** Takes the keys that must not reach the page yet: see `held-keys.ts`. */
export interface KeyGate {
  /** @param character null for a key without text */
  key: (event: KeyboardEvent, character: string | null) => void;
  /** Receives a whole code, whose characters it has received as keys. */
  scan: (event: KeyboardEvent, code: string) => void;
}
let gate: KeyGate | undefined;
/** Sets what takes the keys; undefined ends it. */
export function setKeyGate(next: KeyGate | undefined): void {
  gate = next;
}

let fallback: ((scan: Scan) => void) | undefined;
/** A scan that ended before the screen was rendered. */
let early: Scan | undefined;
/**
 * Registers the listener for scans that no handler takes and no text field keeps. A scan that ended earlier is delivered.
 * @returns a function that removes it
 */
export function onLeftScan(listener: (scan: Scan) => void): () => void {
  fallback = listener;
  if (early) {
    const scan = early;
    early = undefined;
    (offerScan(scan) ?? (() => listener(scan)))();
  }
  return () => {
    if (fallback === listener) fallback = undefined;
  };
}

/** Passes a scan on to the listener, for a handler that finds out later that the scan is not for it. */
export function leaveScan(scan: Scan): void {
  if (fallback) fallback(scan);
  else early = scan;
}

/** Sets the text of a field and dispatches the input event, so that React notices. */
export function writeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/**
 * Delivers a code that a camera read, as if a hand scanner had typed it into the field.
 * @param target null if no field has a camera button
 */
export function deliverScan(code: string, target: HTMLInputElement | null): void {
  const scan = { code, target, isTyped: isTypedInto(target) };
  const act = offerScan(scan);
  if (act) return act();
  if (!keepsCodes(target)) return leaveScan(scan);
  target.focus();
  writeInto(target, shownScan(code));
}

/** Watches all keystrokes of the page, also those before this script ran. Call once. */
export function watchScanner(): void {
  let code = '';
  let last = 0;
  let first = 0;
  /** The text of each field before it received a character of the code. The focus may move in between. */
  const before = new Map<HTMLInputElement | HTMLTextAreaElement, string>();
  let receiver: EventTarget | null = null;
  const isScan = (event: KeyboardEvent, isQuick: boolean) =>
    (event.key === 'Enter' || event.key === 'Tab') &&
    isQuick &&
    // Spaces alone are presses of checkboxes and buttons.
    code.trim().length >= shortestCode(code, event.target) &&
    (event.timeStamp - first) / code.length <= AVERAGE_GAP;
  const onScanned = (event: KeyboardEvent) => {
    const { target } = event;
    const scan = { code, target, isTyped: isTypedInto(target) };
    const act = offerScan(scan);
    if (keepsCodes(target) && !act) return;
    flushSync(() => before.forEach((text, field) => writeInto(field, text)));
    event.preventDefault();
    event.stopPropagation();
    // The action is asked for again: the first one knows the form as it was before the field was restored.
    if (act) offerScan(scan)?.();
    else leaveScan(scan);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isQuick = event.timeStamp - last <= LONGEST_GAP;
    const character = characterOf(event, isQuick && code !== '');
    if (character === null && (event.ctrlKey || event.altKey || event.metaKey)) return;
    last = event.timeStamp;
    if (character !== null) {
      if (!isQuick || code === '') {
        code = '';
        first = event.timeStamp;
        before.clear();
        receiver = event.target;
      }
      code += character;
      if (gate) return gate.key(event, character);
      if (isField(event.target) && !before.has(event.target)) before.set(event.target, event.target.value);
      if (character === GS) event.preventDefault();
      else if (code.length > 1 && event.target === receiver && SHORTCUTS.has(character)) event.stopPropagation();
      return;
    }
    const isCode = isScan(event, isQuick);
    if (gate && isCode) gate.scan(event, code);
    else if (gate) gate.key(event, null);
    else if (isCode) onScanned(event);
    if (event.key !== 'Shift' && event.key !== 'AltGraph') code = '';
  };
  const { earlyKeys = { events: [], stop: () => {} } } = page;
  earlyKeys.stop();
  // A script that is loaded later keeps nothing.
  page.earlyKeys = { events: [], stop: () => {} };
  for (const event of earlyKeys.events) onKeyDown(event);
  window.addEventListener('keydown', onKeyDown, { capture: true });
}

/** The length from which quick keys are a scan. */
function shortestCode(code: string, target: EventTarget | null): number {
  if (!isField(target)) return SHORTEST_OUTSIDE;
  if (isNumberField(target) && NUMBER.test(code)) return Infinity;
  return MIXED.test(code) ? SHORTEST_MIXED : SHORTEST_CODE;
}

function isField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (
    (target instanceof HTMLInputElement && !target.readOnly && !NOT_TYPED.has(target.type)) ||
    target instanceof HTMLTextAreaElement
  );
}

function isTypedInto(target: EventTarget | null): boolean {
  return keepsCodes(target) && target instanceof HTMLInputElement;
}

function keepsCodes(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return isField(target) && !isNumberField(target) && !('takesNoCodes' in target.dataset);
}

function isNumberField({ inputMode }: HTMLElement): boolean {
  return ['decimal', 'numeric'].includes(inputMode);
}

/** The character of a key. In a scan, Ctrl-] is the FNC1 of a GS1 label; characters typed with AltGr count too. */
function characterOf(event: KeyboardEvent, isWithin: boolean): string | null {
  if (isWithin && event.ctrlKey && (event.key === ']' || event.code === 'BracketRight')) return GS;
  if (event.key.length !== 1) return null;
  return event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey || event.metaKey) ? event.key : null;
}
