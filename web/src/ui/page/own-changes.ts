/** Distinguishes the values that an input sent itself from values of other sources. */
export interface OwnChanges {
  /** Records a value that the input sends. @param shown the value that the address shows now */
  send(value: string, shown: string): void;
  /** Whether a value that arrives is one that the input sent. It settles that value and all sent before it. */
  settles(value: string): boolean;
}

/** Several values can be on their way at once: a router under load renders the first after the second was sent. */
export function createOwnChanges(): OwnChanges {
  let pending: string[] = [];
  return {
    send: (value, shown) => {
      if (value !== shown || pending.length > 0) pending.push(value);
    },
    settles: (value) => {
      const at = pending.indexOf(value);
      pending = at < 0 ? [] : pending.slice(at + 1);
      return at >= 0;
    },
  };
}
