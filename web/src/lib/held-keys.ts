/**
 * Holds what is typed and scanned while a scan is looked up. The answer moves the focus: without this, a quantity that is
 * typed early would go to the field before, and the answer would move the focus in the middle of the next code.
 */
import { PAGE, topLayer } from './layers.ts';
import { replayKeys } from './replay-keys.ts';
import { deliverScan, LONGEST_GAP, setKeyGate } from './scanner.ts';

/** Keys as text, in which a line break stands for Enter and Tab, and whole scans, in the order in which they came. */
let held: (string | { code: string })[] = [];
let current: Promise<boolean> | null = null;
/** When the last key was held, in milliseconds of the page. */
let last = 0;

/**
 * Holds keys and scans until a look-up has ended and moved the focus; then they go where the focus is, one after the other.
 * @param found whether the goods were found: what was typed for others is dropped
 */
export function holdKeysUntil(found: Promise<boolean>): void {
  current = found;
  setKeyGate(gate);
  void found
    .catch(() => false)
    .then((isFound) => {
      if (current === found) release(isFound);
    });
}

/** Appends keys to those since the last scan. */
function append(change: (keys: string) => string): void {
  const keys = held.at(-1);
  if (typeof keys === 'string') held[held.length - 1] = change(keys);
  else held.push(change(''));
}

/** Takes a key that belongs to the held text; others, such as arrows, go to the page. */
function hold(event: KeyboardEvent, character: string | null): boolean {
  if (event.key === 'Escape') held = [];
  if (character !== null) append((keys) => keys + character);
  else if (event.key === 'Enter' || event.key === 'Tab') append((keys) => `${keys}\n`);
  else if (event.key === 'Backspace') append((keys) => keys.slice(0, -1));
  else return false;
  return true;
}

const gate = {
  key(event: KeyboardEvent, character: string | null) {
    if (!hold(event, character)) return;
    last = event.timeStamp;
    event.preventDefault();
    event.stopImmediatePropagation();
  },
  scan(event: KeyboardEvent, code: string) {
    last = event.timeStamp;
    append((keys) => keys.slice(0, -code.length));
    held.push({ code });
    event.preventDefault();
    event.stopImmediatePropagation();
  },
};

function release(isFound: boolean): void {
  // A code that is arriving stays whole.
  if (performance.now() - last < LONGEST_GAP) return void setTimeout(() => release(isFound), LONGEST_GAP);
  // The keys go to the page, until the act of a held scan holds them again.
  current = null;
  setKeyGate(undefined);
  // A dialog that has opened did not expect the keys.
  if (!isFound || topLayer() !== PAGE) held.splice(0, typeof held[0] === 'string' ? 1 : 0);
  while (current === null) {
    const next = held.shift();
    if (next === undefined) return;
    if (typeof next === 'string') replayKeys(next);
    else deliverScan(next.code, document.activeElement instanceof HTMLInputElement ? document.activeElement : null);
  }
}
