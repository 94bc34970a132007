/**
 * A barcode scanner is a keyboard that types faster than people and ends with Enter or Tab. Where no text field has
 * the focus, a scan goes to whoever listens; a number field takes back what was typed into it.
 */
export interface Scan {
  code: string;
  target: EventTarget | null;
  /** What the field held before. */
  before: string;
  /** The scan went into a text field, which keeps it: the person was there on purpose. */
  isTyped: boolean;
}

/** Milliseconds between keys: nobody types six characters at this pace; a busy page may delay one of them. */
const AVERAGE_GAP = 40;
const LONGEST_GAP = 120;
const SHORTEST_CODE = 6;

const listeners = new Set<(scan: Scan) => void>();
export const onScan = (listener: (scan: Scan) => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const isField = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
const takesNumbers = (target: EventTarget | null) =>
  isField(target) && (target.inputMode === 'decimal' || target.inputMode === 'numeric');

/** Watches all keys of the page; called once. */
export const watchScanner = (): void => {
  let code = '';
  let last = 0;
  let first = 0;
  let before = '';
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const isQuick = event.timeStamp - last <= LONGEST_GAP;
      last = event.timeStamp;
      if (event.key.length === 1) {
        if (!isQuick || code === '') {
          code = '';
          first = event.timeStamp;
          before = isField(event.target) ? event.target.value : '';
        }
        code += event.key;
        return;
      }
      if (
        (event.key === 'Enter' || event.key === 'Tab') &&
        isQuick &&
        code.length >= SHORTEST_CODE &&
        (event.timeStamp - first) / code.length <= AVERAGE_GAP
      ) {
        const { target } = event;
        const isTyped = isField(target) && !takesNumbers(target);
        if (!isTyped) {
          event.preventDefault();
          event.stopPropagation();
        }
        for (const listener of listeners) listener({ code, target, before, isTyped });
      }
      if (event.key !== 'Shift') code = '';
    },
    { capture: true },
  );
};
