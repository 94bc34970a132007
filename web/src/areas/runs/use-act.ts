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

/** Runs acts on a run one at a time, and keeps the refusal of the last one. */
export function useAct() {
  const [isBusy, setBusy] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const isRunning = useRef(false);
  /** @returns the answer; undefined if the act was refused, or another one is running */
  const act = async <T>(
    send: () => Promise<T>,
    { done, undo, failed }: Options<T>,
  ): Promise<{ answer: T } | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
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
      isRunning.current = false;
      setBusy(false);
      refreshRuns();
    }
  };
  return { act, isBusy, refused, refuse: setRefused, forget: () => setRefused(null) };
}
