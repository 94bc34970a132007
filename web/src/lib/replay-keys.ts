/** Replays buffered keystrokes in the focused field. A line break counts as Enter. */
export function replayKeys(keys: string): void {
  for (const part of keys.split(/(\n)/).filter(Boolean)) {
    const field = document.activeElement;
    if (part !== '\n') document.execCommand('insertText', false, part);
    else field?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }));
  }
}
