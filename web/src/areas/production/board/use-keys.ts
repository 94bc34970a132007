import { useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import type { Bar } from './geometry.ts';
import { applyMove, moveTo, jobPlace, type Lane, type Move } from './moves.ts';
import { TRAY } from './tray.ts';

interface Board {
  lanes: readonly Lane[];
  barsOf: (lane: Lane) => readonly Bar[];
  root: RefObject<HTMLElement | null>;
  move: (move: Move) => void;
  /** Announces an action to screen readers. */
  announce: (what: 'lifted' | 'moved' | 'dropped' | 'cancelled', scheduling: number, lanes: readonly Lane[]) => void;
}

/**
 * Handles the board by keyboard: arrows move between jobs and Space lifts one; arrows then move it along its lane or to
 * another machine, Space or Enter drops it and Escape cancels. Only a drop is sent to the server.
 */
export function useKeys({ lanes, barsOf, root, move, announce }: Board) {
  const [wanted, setWanted] = useState<number | null>(null);
  const [lifted, setLifted] = useState<Move | null>(null);
  const focusOn = useRef<number | null>(null);
  const shown = lifted ? applyMove(lanes, lifted) : lanes;
  const first = shown.find(({ jobs }) => jobs.length > 0)?.jobs[0]?.scheduling_id ?? null;
  const current = wanted !== null && jobPlace(shown, wanted) ? wanted : first;

  // Before the next key, which the job must get.
  useLayoutEffect(() => {
    if (focusOn.current === null) return;
    const bar = root.current?.querySelector<HTMLElement>(`[data-job="${focusOn.current}"]`);
    if (!bar) return;
    focusOn.current = null;
    bar.focus({ preventScroll: true });
    bar.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  const go = (scheduling: number | undefined) => {
    if (scheduling === undefined) return;
    focusOn.current = scheduling;
    setWanted(scheduling);
  };

  /** Returns the nearest lane above or below that satisfies `fits`. The tray is the last lane, and below it is the first. */
  const laneBeside = (lane: Lane, step: 1 | -1, fits: (lane: Lane) => boolean): Lane | undefined => {
    const at = shown.findIndex(({ machine_id }) => machine_id === lane.machine_id);
    const start = lane.machine_id === TRAY && step === 1 ? 0 : at + step;
    for (let next = start; shown[next]; next += step) if (fits(shown[next]!)) return shown[next];
    return undefined;
  };
  const walk = (key: string, scheduling: number): void => {
    const { lane, index } = jobPlace(shown, scheduling)!;
    const begins = barsOf(lane)[index]!.start;
    const across = (step: 1 | -1) => {
      const next = laneBeside(lane, step, ({ jobs }) => jobs.length > 0);
      return next && nearest(barsOf(next), begins)?.job.scheduling_id;
    };
    const targets: Record<string, () => number | undefined> = {
      ArrowLeft: () => lane.jobs[index - 1]?.scheduling_id,
      ArrowRight: () => lane.jobs[index + 1]?.scheduling_id,
      ArrowUp: () => across(-1),
      ArrowDown: () => across(1),
      Home: () => lane.jobs[0]?.scheduling_id,
      End: () => lane.jobs.at(-1)?.scheduling_id,
    };
    go(targets[key]?.());
  };
  const carry = (key: string, scheduling: number): void => {
    const { lane, index } = jobPlace(shown, scheduling)!;
    const across = (step: 1 | -1) => {
      const next = laneBeside(lane, step, ({ is_active }) => is_active);
      const begins = barsOf(lane)[index]!.start;
      return next && moveTo(next, scheduling, barsOf(next).filter(({ start }) => start < begins).length);
    };
    const moves: Record<string, () => Move | undefined> = {
      ArrowLeft: () => moveTo(lane, scheduling, index - 1),
      ArrowRight: () => moveTo(lane, scheduling, index + 1),
      ArrowUp: () => across(-1),
      ArrowDown: () => across(1),
      Home: () => moveTo(lane, scheduling, 0),
      End: () => moveTo(lane, scheduling, lane.jobs.length),
    };
    const next = moves[key]?.();
    if (!next) return;
    setLifted(next);
    go(scheduling);
    announce('moved', scheduling, applyMove(lanes, next));
  };
  const putDown = (keeps: boolean): void => {
    if (!lifted) return;
    if (keeps) move(lifted);
    announce(keeps ? 'dropped' : 'cancelled', lifted.scheduling, keeps ? shown : lanes);
    setLifted(null);
    go((keeps && besideInTray(lanes, lifted.scheduling)) || lifted.scheduling);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const scheduling = Number((event.target as HTMLElement).closest<HTMLElement>('[data-job]')?.dataset['job']);
    if (!scheduling || !jobPlace(shown, scheduling) || event.altKey || event.ctrlKey || event.metaKey) return;
    const isArrow = /^(Arrow|Home$|End$)/.test(event.key);
    const isHeld = lifted?.scheduling === scheduling;
    if (event.key === 'Tab') return putDown(false);
    if (!isArrow && event.key !== ' ' && !(isHeld && (event.key === 'Enter' || event.key === 'Escape'))) return;
    event.preventDefault();
    if (isArrow) return isHeld ? carry(event.key, scheduling) : walk(event.key, scheduling);
    if (isHeld) return putDown(event.key !== 'Escape');
    const { lane, index } = jobPlace(shown, scheduling)!;
    setLifted(moveTo(lane, scheduling, index));
    setWanted(scheduling);
    announce('lifted', scheduling, lanes);
  };
  return {
    shown,
    current,
    lifted: lifted?.scheduling ?? null,
    onKeyDown,
    /** Prevents the click that a button fires when Space is released. */
    onKeyUp: (event: KeyboardEvent<HTMLElement>) => {
      if (event.key === ' ' && (event.target as HTMLElement).dataset['job']) event.preventDefault();
    },
    onFocus: (scheduling: number) => {
      if (lifted && lifted.scheduling !== scheduling) putDown(false);
      setWanted(scheduling);
    },
    cancel: () => putDown(false),
  };
}

/** Returns the job of the tray after this one, else the one before it: a dropped line leaves the tray. */
function besideInTray(lanes: readonly Lane[], scheduling: number): number | undefined {
  const { lane, index } = jobPlace(lanes, scheduling) ?? {};
  return lane?.machine_id === TRAY ? (lane.jobs[index! + 1] ?? lane.jobs[index! - 1])?.scheduling_id : undefined;
}

/** Returns the bar of a lane whose start is nearest to a minute. */
function nearest(bars: readonly Bar[], minute: number): Bar | undefined {
  return bars.reduce<Bar | undefined>(
    (best, bar) => (!best || Math.abs(bar.start - minute) < Math.abs(best.start - minute) ? bar : best),
    undefined,
  );
}
