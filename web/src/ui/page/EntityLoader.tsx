import { Skeleton, Stack } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { isRefusal } from '../../lib/api/problem.ts';
import { StoredContext } from '../form/form-context.ts';
import classes from './page.module.css';
import { Refused } from './Refused.tsx';

/** Reads the row id from the address parameter. Returns 0, the id of no row, if the parameter is not a number. */
export function useIdParameter(name = 'id'): number {
  const text = (useParams({ strict: false }) as Record<string, string>)[name] ?? '';
  return /^\d{1,10}$/.test(text) ? Number(text) : 0;
}

interface Props<T> {
  query: UseQueryResult<T>;
  /** Called once when the entity cannot be read. */
  onFailed: (error: Error) => void;
  /** Renders the first answer. Later changes by other users do not reach a form in use: it only says that there are some. */
  children: (loaded: T) => ReactNode;
  /** Shown while loading instead of a page skeleton. Pass null in a dialog. */
  waiting?: ReactNode;
}

/** Loads an entity before its form: shows a skeleton, then the form, the access refusal, or calls `onFailed`. */
export function EntityLoader<T>({ query, onFailed, children, waiting }: Props<T>) {
  const [first, setFirst] = useState<T>();
  const fail = useEffectEvent(onFailed);
  // The query cache may hold stale data from another screen, so the form waits for a fresh answer.
  if (first === undefined && query.data !== undefined && !query.isFetching) setFirst(query.data);
  const error = first === undefined ? query.error : null;
  const isRefused = isRefusal(error) && waiting === undefined;
  // The query may be refetched, for example when the live stream opens, and fail again: report only once.
  const isReported = useRef(false);
  useEffect(() => {
    if (!error || isRefused || isReported.current) return;
    isReported.current = true;
    fail(error);
  }, [error, isRefused]);
  if (first !== undefined) return <StoredContext value={query.data as object}>{children(first)}</StoredContext>;
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
