import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { isRefusal } from '../../lib/api/problem.ts';
import classes from './page.module.css';
import { Refused } from './Refused.tsx';

/** `$id` of the address. What is no number asks for row 0, which does not exist. */
export function useIdParameter(name = 'id'): number {
  const text = (useParams({ strict: false }) as Record<string, string>)[name] ?? '';
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

interface Props<T> {
  query: UseQueryResult<T>;
  /** Said and done when it cannot be read, once. */
  onFailed: (error: Error) => void;
  /** Rendered with what was read first: later changes of others never touch what is being typed. */
  children: (loaded: T) => ReactNode;
  /** Shown until then, instead of a page's skeleton: null for a dialog. */
  waiting?: ReactNode;
}

/** Reads an entity before its form: a skeleton, then the form, the access refusal, or away. */
export function EntityLoader<T>({ query, onFailed, children, waiting }: Props<T>) {
  const [first, setFirst] = useState<T>();
  const fail = useEffectEvent(onFailed);
  // What another screen left in memory may be old: a form starts from a fresh answer.
  if (first === undefined && query.data !== undefined && !query.isFetching) setFirst(query.data);
  const error = first === undefined ? query.error : null;
  const isRefused = isRefusal(error) && waiting === undefined;
  // What is asked again meanwhile, as when the live stream opens, fails again: that was said already.
  const isSaid = useRef(false);
  useEffect(() => {
    if (!error || isRefused || isSaid.current) return;
    isSaid.current = true;
    fail(error);
  }, [error, isRefused]);
  if (first !== undefined) return children(first);
  if (isRefused) return <Refused />;
  if (waiting !== undefined) return waiting;
  return (
    <div className={classes.page} aria-busy>
      <Stack gap="md">
        <Skeleton h={34} w={260} />
        {[220, 56, 56, 56].map((height, index) => (
          <Skeleton key={index} h={height} radius="lg" />
        ))}
      </Stack>
    </div>
  );
}
