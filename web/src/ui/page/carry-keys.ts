/** Milliseconds after which a form is no longer expected. */
const LONGEST_WAIT = 5000;
const FIELDS = 'input, textarea';

/**
 * Collects the keys typed after an action was chosen until the form that it opens has the focus, and types them there:
 * the first letters of a hurried user would be lost while the form loads. Escape, Tab, a press of the pointer and a
 * return to the form that was open before end it. Call it only where a form for a new record opens.
 */
export function carryKeys(): void {
  const before = new Set(document.querySelectorAll(FIELDS));
  const stop = new AbortController();
  const on = { capture: true, signal: stop.signal };
  let keys = '';
  let wasAsked = false;
  document.addEventListener(
    'keydown',
    (event) => {
      const { key } = event;
      if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
      if (key === 'Escape' || key === 'Tab') return stop.abort();
      // Enter answers the question about unsaved changes.
      if (key === 'Enter' && isQuestion(document.activeElement)) return;
      if (key === 'Backspace') keys = keys.slice(0, -1);
      // The first one belongs to a double press of what opened the form.
      else if (key === 'Enter') keys += keys && '\n';
      else if (key.length === 1) keys += key;
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
    on,
  );
  document.addEventListener(
    'focusin',
    ({ target }) => {
      if (!(target instanceof Element)) return;
      wasAsked ||= isQuestion(target);
      if (!target.matches(FIELDS)) return;
      if (before.has(target)) {
        if (wasAsked) stop.abort();
        return;
      }
      // The form may move the focus once more in its first effects. Its own code has the function already.
      setTimeout(
        () =>
          void import('../../lib/replay-keys.ts').then(({ replayKeys }) => {
            stop.abort();
            replayKeys(keys);
          }),
      );
    },
    on,
  );
  document.addEventListener('pointerdown', () => stop.abort(), on);
  setTimeout(() => stop.abort(), LONGEST_WAIT);
}

/** Whether the element is in a dialog without fields. */
function isQuestion(element: Element | null): boolean {
  const dialog = element?.closest('[role=dialog]');
  return Boolean(dialog && !dialog.querySelector(FIELDS));
}
