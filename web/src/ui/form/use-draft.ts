import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { session } from '../../lib/session.ts';
import { tabStorage } from '../../lib/storage.ts';

type Values = Record<string, unknown>;
/** What was typed in a form and not saved. */
export interface Draft {
  /** When it was typed last, as an ISO instant. */
  at: string;
  /** The version of what the form changes; null in a new one. */
  version: number | null;
  values: Values;
}

const WRITE_MS = 400;

/**
 * Keeps what is typed in the tab, per user, until it is saved or left on purpose: a reload or an expired session loses
 * nothing. Another tab may hold another new record.
 * @param name the form and its record; undefined keeps nothing
 * @param version of the record in the form; drafts of another version are dropped
 */
export function useDraft(name: string | undefined, version: number | undefined) {
  const [key] = useState(() => (name ? `draft:${session.user()?.id}:${name}` : null));
  const [found, setFound] = useState(() => (key ? readDraft(key, version ?? null) : null));
  const typed = useRef<Values>(null);
  const timer = useRef<number>(undefined);

  const write = () => {
    clearTimeout(timer.current);
    if (!key || !typed.current) return;
    const draft: Draft = { at: new Date().toISOString(), version: version ?? null, values: typed.current };
    tabStorage.write(key, JSON.stringify(draft));
  };
  const forget = () => {
    clearTimeout(timer.current);
    typed.current = null;
    setFound(null);
    if (key) tabStorage.write(key, null);
  };
  const flush = useEffectEvent(write);
  useEffect(() => {
    const onHide = () => flush();
    addEventListener('pagehide', onHide);
    return () => {
      removeEventListener('pagehide', onHide);
      // Also the end of a session and an error page close the form.
      flush();
    };
  }, []);

  return {
    found,
    forget,
    /** Hides the draft, whose values the form has taken. */
    taken: () => setFound(null),
    /** Writes the values a moment later; `null` if nothing is typed any more. */
    keep: (values: Values | null) => {
      if (!key) return;
      if (!values) return typed.current ? forget() : undefined;
      typed.current = values;
      clearTimeout(timer.current);
      timer.current = window.setTimeout(write, WRITE_MS);
    },
  };
}

function readDraft(key: string, version: number | null): Draft | null {
  const text = tabStorage.read(key);
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as Draft;
    if (draft.version === version) return { ...draft, values: withNewKeys(draft.values) };
  } catch {
    // Nothing that this version wrote.
  }
  tabStorage.write(key, null);
  return null;
}

/** The keys of lines count from 1 in each page: those of a draft must differ from the next ones. */
function withNewKeys(values: Values): Values {
  const rekeyed = (value: unknown) =>
    Array.isArray(value)
      ? value.map((row: Values, index) => (row && 'key' in row ? { ...row, key: `draft-${index}` } : row))
      : value;
  return Object.fromEntries(Object.entries(values).map(([field, value]) => [field, rekeyed(value)]));
}
