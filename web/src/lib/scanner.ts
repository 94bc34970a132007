/**
 * A barcode scanner is a keyboard that types faster than people and ends with Enter or Tab. A scan is offered to the
 * topmost layer. If a handler takes it, the field where it was typed is put back as it was. A number field never keeps
 * a scan; a text field keeps one that no handler takes.
 */
import { GS } from './barcodes/gs1.ts';
import { offerScan, type Scan } from './layers.ts';

/** Milliseconds between keys: nobody types six characters at this pace; a busy page may delay one of them. */
const AVERAGE_GAP = 40;
const LONGEST_GAP = 120;
const SHORTEST_CODE = 6;
/** Inputs that hold no text. */
const NOT_TYPED: ReadonlySet<string> = new Set(['checkbox', 'radio', 'file', 'button', 'submit']);

let fallback: ((scan: Scan) => void) | undefined;
/** What to do with a scan that no handler takes and no text field keeps. @returns what ends it */
export function onLeftScan(listener: (scan: Scan) => void): () => void {
  fallback = listener;
  return () => {
    if (fallback === listener) fallback = undefined;
  };
}

/** Writes into a field as if somebody had typed: React is notified. */
export function writeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  if (field.value === text) return;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Watches all keys of the page; called once. */
export function watchScanner(): void {
  let code = '';
  let last = 0;
  let first = 0;
  let before = '';
  const isScan = (event: KeyboardEvent, isQuick: boolean) =>
    (event.key === 'Enter' || event.key === 'Tab') &&
    isQuick &&
    code.length >= SHORTEST_CODE &&
    (event.timeStamp - first) / code.length <= AVERAGE_GAP;
  const onScanned = (event: KeyboardEvent) => {
    const { target } = event;
    const isTyped = isField(target) && !takesNumbers(target);
    const scan = { code, target, isTyped };
    const act = offerScan(scan);
    if (isTyped && !act) return;
    if (isField(target)) writeInto(target, before);
    event.preventDefault();
    event.stopPropagation();
    if (act) act();
    else fallback?.(scan);
  };
  window.addEventListener(
    'keydown',
    (event) => {
      const isQuick = event.timeStamp - last <= LONGEST_GAP;
      const character = characterOf(event, isQuick && code !== '');
      if (character === null && (event.ctrlKey || event.altKey || event.metaKey)) return;
      last = event.timeStamp;
      if (character !== null) {
        if (!isQuick || code === '') {
          code = '';
          first = event.timeStamp;
          before = isField(event.target) ? event.target.value : '';
        }
        code += character;
        if (character === GS) event.preventDefault();
        return;
      }
      if (isScan(event, isQuick)) onScanned(event);
      if (event.key !== 'Shift' && event.key !== 'AltGraph') code = '';
    },
    { capture: true },
  );
}

function isField(target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement {
  return (
    (target instanceof HTMLInputElement && !target.readOnly && !NOT_TYPED.has(target.type)) ||
    target instanceof HTMLTextAreaElement
  );
}

function takesNumbers(target: EventTarget | null) {
  return isField(target) && (target.inputMode === 'decimal' || target.inputMode === 'numeric');
}

/** The character of a key. Within a scan, FNC1 of a GS1 label arrives as Ctrl-]; a character typed with AltGr is one, too. */
function characterOf(event: KeyboardEvent, isWithin: boolean): string | null {
  if (isWithin && event.ctrlKey && (event.key === ']' || event.code === 'BracketRight')) return GS;
  if (event.key.length !== 1) return null;
  return event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey || event.metaKey) ? event.key : null;
}
