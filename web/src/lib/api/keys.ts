/** A random identifier. `crypto.randomUUID` needs https or localhost, and plant servers often use plain http. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

const keys = new WeakMap<object, string>();

/** Returns the same key for the same input object, so that the server executes repeated sends once. */
export function keyOfInput(input: object): string {
  const known = keys.get(input);
  if (known) return known;
  const fresh = randomKey();
  keys.set(input, fresh);
  return fresh;
}

/**
 * The Idempotency-Key of one form across several presses of "Save". The key stays while the content is unchanged and no
 * attempt succeeded; changed content, or a save after a success, gets a new key.
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
