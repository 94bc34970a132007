import { useRef, useState } from 'react';
import { toast } from '../../ui/toasts.ts';
import { refreshRuns } from './refresh.ts';

/** A refusal that stays on the screen until the next act. */
export interface Refused {
  error: unknown;
  /** The text for a failure that is no refusal. */
  fallback: string;
}

interface Options<T> {
  /** Shown as a notice. */
  done?: (answer: T) => string;
  /** Takes the act back; the notice offers it. */
  undo?: (answer: T) => Promise<unknown>;
  failed: string;
}

/** Runs acts on a run one after the other, so that no scan is lost, and keeps the refusal of the last one. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  /** @returns the answer; undefined if the act was refused */
  const act = <T>(send: () => Promise<T>, options: Options<T>): Promise<{ answer: T } | undefined> => {
    const next = last.current.then(() => perform(send, options));
    last.current = next;
    return next;
  };
  const perform = async <T>(
    send: () => Promise<T>,
    { done, undo, failed }: Options<T>,
  ): Promise<{ answer: T } | undefined> => {
    setBusy(true);
    setRefused(null);
    try {
      const answer = await send();
      if (done) toast.success(done(answer), undo && { takeBack: () => undo(answer) });
      return { answer };
    } catch (error) {
      setRefused({ error, fallback: failed });
      return undefined;
    } finally {
      setBusy(false);
      refreshRuns();
    }
  };
  /** Waits for the acts that were started. */
  const settled = () => last.current;
  return { act, settled, isBusy, refused, refuse: setRefused, forget: () => setRefused(null) };
}
