/** A random identifier. `crypto.randomUUID` exists only on https and localhost; a plant's server is often plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const keys = new WeakMap<object, string>();

/** The same input object is the same intention: however often it is sent, the server does it once. */
export function keyOfInput(input: object): string {
  const known = keys.get(input);
  if (known) return known;
  const fresh = randomKey();
  keys.set(input, fresh);
  return fresh;
}

/**
 * One thing that a person wants to get done, across several presses of "Save". While the content stays the same and
 * no success came back, the key stays; other content, or the next thing after a success, gets a new one.
 */
export function createIntention() {
  let last: { content: string; key: string } | undefined;
  return {
    keyFor: (content: unknown): string => {
      const text = JSON.stringify(content);
      if (last?.content !== text) last = { content: text, key: randomKey() };
      return last.key;
    },
    done: (): void => {
      last = undefined;
    },
  };
}
