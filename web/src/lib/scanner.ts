/**
 * A barcode scanner is a keyboard that types faster than people and ends with Enter or Tab. Each scan is offered to who
 * listens, the latest first; who takes it has the field where it was typed put back as it was. A number field never
 * keeps one, a text field keeps what nobody took: the person was there on purpose.
 */
import { GS } from './barcodes/gs1.ts';

export interface Scan {
  code: string;
  target: EventTarget | null;
  /** The scan was typed into a text field. */
  isTyped: boolean;
}
/** @returns whether the scan is taken */
type Listener = (scan: Scan) => boolean;

/** Milliseconds between keys: nobody types six characters at this pace; a busy page may delay one of them. */
const AVERAGE_GAP = 40;
const LONGEST_GAP = 120;
const SHORTEST_CODE = 6;

const listeners: Listener[] = [];
const fallbacks: Listener[] = [];
const listen = (to: Listener[], listener: Listener) => {
  to.unshift(listener);
  return () => void to.splice(to.indexOf(listener), 1);
};
/** For a screen. @returns what ends it */
export const onScan = (listener: Listener): (() => void) => listen(listeners, listener);
/** For what no screen took. @returns what ends it */
export const onLeftScan = (listener: Listener): (() => void) => listen(fallbacks, listener);

const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
const takesNumbers = (target: EventTarget | null) =>
  isField(target) && (target.inputMode === 'decimal' || target.inputMode === 'numeric');

/** Puts a field back as it was, as if somebody had typed it: React hears of it too. */
const restore = (field: HTMLInputElement | HTMLTextAreaElement, text: string) => {
  if (field.value === text) return;
  const prototype = field instanceof HTMLInputElement ? HTMLInputElement.prototype : HTMLTextAreaElement.prototype;
  Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(field, text);
  field.dispatchEvent(new Event('input', { bubbles: true }));
};

/** The character of a key. Within a scan, FNC1 of a GS1 label arrives as Ctrl-]; a character typed with AltGr is one, too. */
const characterOf = (event: KeyboardEvent, isWithin: boolean): string | null => {
  if (isWithin && event.ctrlKey && (event.key === ']' || event.code === 'BracketRight')) return GS;
  if (event.key.length !== 1) return null;
  return event.getModifierState('AltGraph') || !(event.ctrlKey || event.altKey || event.metaKey) ? event.key : null;
};

/** Watches all keys of the page; called once. */
export const watchScanner = (): void => {
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
    if (isField(target) && !isTyped) restore(target, before);
    const isTaken = [...listeners, ...fallbacks].some((listener) => listener(scan));
    if (isTyped && !isTaken) return;
    if (isTyped) restore(target as HTMLInputElement, before);
    event.preventDefault();
    event.stopPropagation();
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
};
